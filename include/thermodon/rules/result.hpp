// A value or an error text: what every reader of outside text in the Boost-free modules returns.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace thermodon::rules {

// One line that names the thing, the place and the mend, without a final full stop or newline.
struct Error {
  std::string message;
};

template <class T>
class Result {
 public:
  Result(T held) : state_(std::in_place_index<0>, std::move(held)) {}        // NOLINT: implicit on purpose
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit on purpose

  [[nodiscard]] bool ok() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return ok(); }
  // Preconditions: ok() for value, !ok() for error. std::get throws otherwise.
  [[nodiscard]] T& value() & { return std::get<0>(state_); }
  [[nodiscard]] const T& value() const& { return std::get<0>(state_); }
  [[nodiscard]] T&& value() && { return std::get<0>(std::move(state_)); }
  [[nodiscard]] const std::string& error() const { return std::get<1>(state_).message; }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, Error> state_;
};

}  // namespace thermodon::rules

#include "thermodon/server/password.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <vector>

namespace thermodon::server {
namespace {

constexpr std::uint64_t kN = 1 << 14, kR = 8, kP = 1;
// Of hashes from elsewhere: what would take far more memory or time is not tried.
constexpr std::uint64_t kMostN = 1 << 18, kMostR = 32, kMostP = 16, kMostMemory = 512 << 20;
constexpr std::size_t kSaltSize = 16, kHashSize = 32;

using Bytes = std::vector<unsigned char>;

std::string hex(const Bytes& bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

std::optional<Bytes> from_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  Bytes bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data() + i, text.data() + i + 2, value, 16);
    if (error != std::errc() || end != text.data() + i + 2) return std::nullopt;
    bytes.push_back(static_cast<unsigned char>(value));
  }
  return bytes;
}

std::optional<Bytes> scrypt(std::string_view password, const Bytes& salt, std::uint64_t n, std::uint64_t r,
                            std::uint64_t p, std::size_t size) {
  Bytes out(size);
  const int done = EVP_PBE_scrypt(password.data(), password.size(), salt.data(), salt.size(), n, r, p,
                                  kMostMemory, out.data(), out.size());
  return done == 1 ? std::optional(std::move(out)) : std::nullopt;
}

struct Kept {
  std::array<std::uint64_t, 3> cost{};  // N, r, p
  Bytes salt, hash;
};

std::optional<Kept> read(std::string_view text) {
  std::array<std::string_view, 6> parts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto colon = text.find(':');
    if ((colon == std::string_view::npos) != (i + 1 == parts.size())) return std::nullopt;
    parts[i] = text.substr(0, colon);
    if (colon != std::string_view::npos) text.remove_prefix(colon + 1);
  }
  Kept kept;
  for (std::size_t i = 0; i < kept.cost.size(); ++i) {
    const std::string_view part = parts[i + 1];
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), kept.cost[i]);
    if (error != std::errc() || end != part.data() + part.size()) return std::nullopt;
  }
  auto salt = from_hex(parts[4]), hash = from_hex(parts[5]);
  const bool sane = kept.cost[0] <= kMostN && kept.cost[1] <= kMostR && kept.cost[2] <= kMostP;
  if (parts[0] != "scrypt" || !sane || !salt || !hash || hash->size() < kSaltSize) return std::nullopt;
  kept.salt = std::move(*salt);
  kept.hash = std::move(*hash);
  return kept;
}

Bytes random_bytes(std::size_t size) {
  Bytes bytes(size);
  if (RAND_bytes(bytes.data(), static_cast<int>(size)) != 1) bytes.clear();
  return bytes;
}

}  // namespace

std::string scrypt_hash(std::string_view password) {
  const Bytes salt = random_bytes(kSaltSize);
  const auto hash = salt.empty() ? std::nullopt : scrypt(password, salt, kN, kR, kP, kHashSize);
  if (!hash) return {};
  return "scrypt:" + std::to_string(kN) + ':' + std::to_string(kR) + ':' + std::to_string(kP) + ':' +
         hex(salt) + ':' + hex(*hash);
}

bool scrypt_verify(std::string_view password, std::string_view text) {
  const auto kept = read(text);
  if (!kept) return false;
  const auto& [n, r, p] = kept->cost;
  const auto tried = scrypt(password, kept->salt, n, r, p, kept->hash.size());
  return tried && CRYPTO_memcmp(tried->data(), kept->hash.data(), kept->hash.size()) == 0;
}

bool is_scrypt_hash(std::string_view hash) { return read(hash).has_value(); }

std::string random_secret() { return hex(random_bytes(kSaltSize)); }

}  // namespace thermodon::server

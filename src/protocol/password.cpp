#include <openssl/evp.h>

#include <array>
#include <stdexcept>

#include "thermodon/protocol/messages.hpp"

namespace thermodon::protocol {

std::string password_hash(std::string_view token, std::string_view password) {
  if (password.empty()) return {};
  std::string salted(token);
  salted += password;
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned size = 0;
  if (EVP_Digest(salted.data(), salted.size(), digest.data(), &size, EVP_md5(), nullptr) != 1)
    throw std::runtime_error("this OpenSSL has no MD5, which the login needs");
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string hex;
  for (unsigned i = 0; i < size; ++i) {
    hex += kHex[digest[i] >> 4];
    hex += kHex[digest[i] & 15];
  }
  return hex;
}

}  // namespace thermodon::protocol

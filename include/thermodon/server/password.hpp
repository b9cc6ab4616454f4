// Passwords as they are kept: salted and hashed by scrypt, which needs memory and time on purpose.
#pragma once

#include <string>
#include <string_view>

namespace thermodon::server {

// "scrypt:N:r:p:salt:hash", salt and hash in hexadecimal; a new salt each time. About 50 ms and 16 MB. Empty
// when the library fails.
[[nodiscard]] std::string scrypt_hash(std::string_view password);
// False also for a hash that cannot be read.
[[nodiscard]] bool scrypt_verify(std::string_view password, std::string_view hash);
// Whether scrypt_verify() can read it at all.
[[nodiscard]] bool is_scrypt_hash(std::string_view hash);
// 128 random bits in hexadecimal: a secret to hand out.
[[nodiscard]] std::string random_secret();

}  // namespace thermodon::server

#include <boost/asio/error.hpp>
#include <boost/system/errc.hpp>

#include "net/pipe.hpp"
#include "thermodon/net/transport.hpp"

namespace thermodon::net {
namespace {

namespace errc = boost::system::errc;

Error error_of(const boost::system::error_code& ec) {
  using boost::asio::error::eof;
  if (!ec) return Error::kNone;
  if (ec == eof) return Error::kClosedByPeer;
  if (&ec.category() == &boost::asio::error::get_netdb_category() ||
      &ec.category() == &boost::asio::error::get_addrinfo_category())
    return Error::kNoSuchHost;
  if (std::string_view(ec.category().name()) == "boost.beast.websocket") return Error::kBadFrame;
  if (std::string_view(ec.category().name()) == "boost.beast.http") return Error::kUpgradeRefused;
  if (ec == errc::connection_refused) return Error::kRefused;
  if (ec == errc::host_unreachable || ec == errc::network_unreachable || ec == errc::network_down)
    return Error::kUnreachable;
  if (ec == errc::timed_out || std::string_view(ec.category().name()) == "boost.beast")
    return Error::kReset;  // the system gave up on a line that was up
  if (ec == errc::connection_reset || ec == errc::broken_pipe || ec == errc::connection_aborted ||
      ec == errc::not_connected || ec == boost::asio::error::operation_aborted ||
      ec == errc::bad_file_descriptor)
    return Error::kReset;
  if (ec == errc::protocol_error) return Error::kBadFrame;
  if (ec == errc::address_in_use) return Error::kAddressInUse;
  if (ec == errc::permission_denied || ec == errc::address_not_available) return Error::kNotPermitted;
  return Error::kOther;
}

std::string_view advice(Error error) {
  switch (error) {
    case Error::kNone:
      return "closed";
    case Error::kNoSuchHost:
      return "no such host: check the name and the network";
    case Error::kRefused:
      return "connection refused: nothing listens there; check port and server";
    case Error::kUnreachable:
      return "unreachable: there is no route there; check network or VPN";
    case Error::kConnectTimeout:
      return "connecting timed out: a firewall or a wrong address; check network or VPN";
    case Error::kUpgradeRefused:
      return "it answers, but not as a WebSocket of this protocol; check the port";
    case Error::kBadFrame:
      return "it sent what is not an SFS2X frame; check the port";
    case Error::kClosedByPeer:
      return "the other side closed the connection";
    case Error::kReset:
      return "the line broke";
    case Error::kIdleTimeout:
      return "nothing came for too long";
    case Error::kSlowReader:
      return "the other side does not read what it is sent";
    case Error::kAddressInUse:
      return "another program has this port: stop it or choose another";
    case Error::kNotPermitted:
      return "this address or port may not be used: ports below 1024 need rights, addresses must be this "
             "machine's";
    case Error::kBadCertificate:
      return "TLS needs a certificate chain and its private key, as PEM files";
    case Error::kOther:
      return "failed";
  }
  return "failed";
}

}  // namespace

std::string_view to_string(Error error) noexcept {
  switch (error) {
    case Error::kNone:
      return "none";
    case Error::kNoSuchHost:
      return "no-such-host";
    case Error::kRefused:
      return "refused";
    case Error::kUnreachable:
      return "unreachable";
    case Error::kConnectTimeout:
      return "connect-timeout";
    case Error::kUpgradeRefused:
      return "upgrade-refused";
    case Error::kBadFrame:
      return "bad-frame";
    case Error::kClosedByPeer:
      return "closed-by-peer";
    case Error::kReset:
      return "reset";
    case Error::kIdleTimeout:
      return "idle-timeout";
    case Error::kSlowReader:
      return "slow-reader";
    case Error::kAddressInUse:
      return "address-in-use";
    case Error::kNotPermitted:
      return "not-permitted";
    case Error::kBadCertificate:
      return "bad-certificate";
    case Error::kOther:
      return "other";
  }
  return "other";
}

std::string describe(const Failure& failure, std::string_view where) {
  std::string text(where);
  if (!text.empty()) text += ": ";
  text += advice(failure.error);
  if (!failure.detail.empty()) text += " (" + failure.detail + ")";
  return text;
}

Failure failure_of(const boost::system::error_code& ec) {
  const Error error = error_of(ec);
  // The system's words add nothing where the kind says it all.
  const bool plain = error == Error::kNone || error == Error::kClosedByPeer || error == Error::kRefused;
  return {error, plain ? std::string() : ec.message()};
}

}  // namespace thermodon::net

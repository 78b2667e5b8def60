import Foundation
import Testing

@testable import Transfer

@Suite("Resolved addresses")
struct NetworkAddressTests {
  func address(_ text: String) throws -> NetworkAddress {
    try #require(NetworkAddress(text))
  }

  @Test(
    "Addresses of the local host and of private networks are private",
    arguments: [
      "0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.9.9.9",
      "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.168.1.1", "192.0.0.8", "192.0.2.1",
      "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1",
      "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:10.0.0.1", "::ffff:127.0.0.1",
      "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "fe80::1", "fec0::1", "fc00::1",
      "fd12::1", "ff02::1", "100::1", "2001:db8::1", "2001::1", "4000::1",
    ])
  func isPrivate(_ text: String) throws {
    #expect(try !address(text).isPublic)
  }

  @Test(
    "Globally reachable addresses are public",
    arguments: [
      "1.1.1.1", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.0.1.1",
      "192.167.0.1", "198.17.0.1", "198.20.0.1", "223.255.255.255", "2606:4700::1111",
      "2001:4860::1", "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::",
    ])
  func isPublic(_ text: String) throws {
    #expect(try address(text).isPublic)
  }

  @Test(
    "Text that is not an IP address is not parsed as one",
    arguments: ["", "x", "127.1", "1.1.1.1 ", "[::1]", "::1%lo"])
  func isNone(_ text: String) {
    #expect(NetworkAddress(text) == nil)
  }

  @Test("An address is read from a sockaddr and written as inet_ntop does")
  func sockets() throws {
    var four = sockaddr_in()
    four.sin_family = sa_family_t(AF_INET)
    four.sin_addr.s_addr = inet_addr("10.1.2.3")
    let read4 = withUnsafeBytes(of: &four) { NetworkAddress($0) }
    #expect(read4?.description == "10.1.2.3")
    var six = sockaddr_in6()
    six.sin6_family = sa_family_t(AF_INET6)
    inet_pton(AF_INET6, "fe80::1", &six.sin6_addr)
    let read6 = withUnsafeBytes(of: &six) { NetworkAddress($0) }
    #expect(read6?.description == "fe80::1")
    six.sin6_family = sa_family_t(AF_UNIX)
    #expect(withUnsafeBytes(of: &six) { NetworkAddress($0) } == nil)
  }
}

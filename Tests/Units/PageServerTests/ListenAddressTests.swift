import TestSupport
import Testing

@testable import PageServer

@Suite("Addresses to listen on")
struct ListenAddressTests {
  @Test("A port alone is this machine's, and another address is public")
  func addresses() throws {
    #expect(ListenAddress("9100")?.text == "127.0.0.1:9100")
    #expect(ListenAddress("9100")?.isLoopback == true)
    #expect(ListenAddress("127.0.0.2:1")?.isLoopback == true)
    let all = try #require(ListenAddress("0.0.0.0:80"))
    #expect(!all.isLoopback && all.text == "0.0.0.0:80" && all.text(port: 7) == "0.0.0.0:7")
  }

  @Test(
    "Names, ranges and other texts are refused",
    arguments: [
      "", ":", ":80", "localhost:80", "1.2.3:80", "1.2.3.4", "1.2.3.4:", "1.2.3.4:65536", "-1",
      "1.2.3.4:80:90", "[::1]:80", "+80", "٣",
    ])
  func invalid(text: String) { #expect(ListenAddress(text) == nil) }
}

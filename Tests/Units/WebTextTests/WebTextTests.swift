import Testing
import WebText

@Suite("Text of the web")
struct WebTextTests {
  @Test(
    "The three formats of HTTP's dates are read",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
      ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777),
      ("Sat, 01 Jan 2000 00:00:00 UTC", 946_684_800),
      ("Saturday, 01-Jan-00 00:00:00 GMT", 946_684_800),
      ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200),
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ])
  func dates(text: String, seconds: Int64) {
    #expect(HTTPDate.seconds(text) == seconds)
  }

  @Test(
    "Another text is no date",
    arguments: [
      "", "yesterday", "1784111777", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 PST",
      "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:49 GMT",
      "Sun, 06 Nov 1969 08:49:37 GMT",
      "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT",
      "Sun, 06\u{1} Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 GMT" + String(repeating: " ", count: 64),
    ])
  func invalid(text: String) {
    #expect(HTTPDate.seconds(text) == nil)
  }

  @Test("A date and a time of ISO 8601 are read, and others are not")
  func iso() {
    #expect(HTTPDate.seconds(isoDate: "1994-11-06", time: "08:49:37") == 784_111_777)
    for (date, time) in [("1994-11", "08:49:37"), ("1994-13-06", "08:49:37"), ("", "")] {
      #expect(HTTPDate.seconds(isoDate: Substring(date), time: Substring(time)) == nil)
    }
  }

  @Test("All but unreserved and kept characters become percent triplets")
  func encoding() {
    let plain = "ABYZabyz0189-._~"
    #expect(plain.percentEncoded() == plain)
    #expect("a b/ä@é%+\u{0}".percentEncoded() == "a%20b%2F%C3%A4%40%C3%A9%25%2B%00")
    #expect("a b/ä@".percentEncoded(keeping: "/@") == "a%20b/%C3%A4@")
    #expect("".percentEncoded() == "")
    #expect((UInt8.min...UInt8.max).count(where: PercentEncoding.isUnreserved) == 66)
  }
}

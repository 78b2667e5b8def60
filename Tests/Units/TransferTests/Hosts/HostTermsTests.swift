import Testing

@testable import Transfer

@Suite("Limits of hosts that are learnt from files")
struct HostTermsTests {
  private func configuration(_ terms: HostTerms) -> TransferConfiguration {
    var configuration = TransferConfiguration()
    (configuration.width, configuration.widthPerHost, configuration.terms) = (16, 16, terms)
    return configuration
  }

  @Test("The strictest limit of a host holds, and for this host only")
  func strictest() {
    let terms = HostTerms()
    let configuration = configuration(terms)
    #expect(configuration.width(of: "a.example:443") == 16)
    terms.note(width: 4, bytesPerSecond: nil, of: "https://a.example/1.jpg")
    terms.note(width: 2, bytesPerSecond: 100_000, of: "https://a.example/2.jpg")
    terms.note(width: 8, bytesPerSecond: nil, of: "https://a.example/3.jpg")
    #expect(configuration.width(of: "a.example:443") == 2)
    #expect(configuration.rate(of: "a.example:443") == 50_000)
    #expect(configuration.width(of: "b.a.example:443") == 16)
    #expect(configuration.rate(of: "a.example:80") == nil)
    #expect(terms.takeChanged() == ["a.example:443"] && terms.takeChanged().isEmpty)
    terms.note(width: 2, bytesPerSecond: nil, of: "https://a.example/4.jpg")
    terms.note(width: 1, bytesPerSecond: nil, of: "no address")
    #expect(terms.takeChanged().isEmpty)
  }

  @Test("The hosts that are remembered are bounded")
  func bounded() {
    let terms = HostTerms()
    for number in 0..<10_001 {
      terms.note(width: 1, bytesPerSecond: nil, of: "https://h\(number).example/")
    }
    #expect(terms.rule(of: "h10000.example:443")?.width == 1)
    #expect(terms.rule(of: "h0.example:443") == nil)
  }
}

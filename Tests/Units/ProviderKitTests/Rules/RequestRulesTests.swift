import ProviderKit
import Testing

@Suite("Rules for a request")
struct RequestRulesTests {
  private let settings = [Manifest.Setting(name: "key", summary: "", isSecret: true)]

  @Test(
    "A request to anything but a web address is refused",
    arguments: ["", "ftp://a/", "file:///etc/passwd", "https://", "https://a/#b", "https://a/ b"])
  func addresses(url: String) {
    refuses(RequestDescription(url: url))
  }

  @Test("A request with both a query and parameters is refused, but not with either")
  func queries() throws {
    refuses(RequestDescription(url: "https://a/?b", parameters: [.init("c", "d")]))
    _ = try RequestDescription(url: "https://a/?b").checked(settings: [])
    _ = try RequestDescription(url: "https://a/", parameters: [.init("c", "d")])
      .checked(settings: [])
  }

  @Test("A request that uses a setting missing from the manifest is refused")
  func settingNames() throws {
    let parameter = RequestDescription.Parameter("api_key", setting: "key")
    let request = RequestDescription(url: "https://a/", parameters: [parameter])
    _ = try request.checked(settings: settings)
    refuses(request, settings: [])
  }

  @Test("A request's parameter with neither or both of value and setting is refused")
  func parameters() {
    var both = RequestDescription.Parameter("a", "b")
    both.setting = "key"
    var neither = RequestDescription.Parameter("a", "b")
    neither.value = nil
    refuses(RequestDescription(url: "https://a/", parameters: [both]))
    refuses(RequestDescription(url: "https://a/", parameters: [neither]))
    refuses(RequestDescription(url: "https://a/", parameters: [.init("", "b")]))
  }

  @Test(
    "A request's header with a line break is refused",
    arguments: [("a b", "c"), ("a", "b\r\nc: d"), ("a:", "")])
  func headers(name: String, value: String) {
    refuses(RequestDescription(url: "https://a/", headers: [.init(name, value)]))
  }

  @Test("A request with too many parameters is refused")
  func counts() {
    let many = Array(repeating: RequestDescription.Parameter("a", "b"), count: 257)
    refuses(RequestDescription(url: "https://a/", parameters: many))
  }

  private func refuses(
    _ request: RequestDescription, settings: [Manifest.Setting]? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(sourceLocation: sourceLocation) {
      _ = try request.checked(settings: settings ?? self.settings)
    } throws: { error in
      (error as? ProviderFailure)?.kind == .malformed
    }
  }
}

import ProviderKit
import Testing

@Suite("A request is refused")
struct RequestRulesTests {
  private let settings = [Manifest.Setting(name: "key", summary: "", isSecret: true)]

  @Test(
    "A request to anything but a web address is refused",
    arguments: ["", "ftp://a/", "file:///etc/passwd", "https://", "https://a/#b", "https://a/ b"])
  func addresses(url: String) {
    refuses(RequestDescription(url: url))
  }

  @Test("A request is refused with a query besides its parameters, and not with one of the two")
  func queries() throws {
    refuses(RequestDescription(url: "https://a/?b", parameters: [.init("c", "d")]))
    _ = try RequestDescription(url: "https://a/?b").checked(settings: [])
    _ = try RequestDescription(url: "https://a/", parameters: [.init("c", "d")])
      .checked(settings: [])
  }

  @Test("A request is refused for a setting that the manifest does not name")
  func settingNames() throws {
    let parameter = RequestDescription.Parameter("api_key", setting: "key")
    let request = RequestDescription(url: "https://a/", parameters: [parameter])
    _ = try request.checked(settings: settings)
    refuses(request, settings: [])
  }

  @Test("A request is refused for a parameter with neither or both of value and setting")
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
    "A request is refused for headers that would become two",
    arguments: [("a b", "c"), ("a", "b\r\nc: d"), ("a:", "")])
  func headers(name: String, value: String) {
    refuses(RequestDescription(url: "https://a/", headers: [.init(name, value)]))
  }

  @Test("A request is refused for more parameters than anything needs")
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

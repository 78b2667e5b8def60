import ProviderKit
import Testing

@Suite("Rules for a manifest")
struct ManifestRulesTests {
  @Test(
    "A manifest with an invalid name is refused",
    arguments: ["", "Flickr", "a b", "-a", "a:b", "ä", "a/b", String(repeating: "a", count: 33)])
  func names(name: String) {
    refuses { $0.name = name }
  }

  @Test(
    "A manifest with an empty or overlong version is refused",
    arguments: ["", "1\n2", String(repeating: "1", count: 65)])
  func versions(version: String) {
    refuses { $0.version = version }
  }

  @Test("A manifest without a source, or with too many, is refused")
  func sources() {
    refuses { $0.sources = [] }
    refuses { $0.sources = [.init(usage: "", summary: "")] }
    refuses { $0.sources = Array(repeating: .init(usage: "x", summary: ""), count: 257) }
  }

  @Test("A manifest with invalid settings is refused")
  func settings() {
    refuses { $0.settings = [.init(name: "A", summary: "")] }
    refuses { $0.settings = [.init(name: "a", summary: "", environment: "a=b")] }
    refuses { $0.settings = [.init(name: "a", summary: "", defaultValue: "a\nb")] }
    refuses { $0.settings = [.init(name: "a", summary: ""), .init(name: "a", summary: "")] }
  }

  @Test(
    "A manifest that names an environment variable without its provider's prefix is refused",
    arguments: [
      ("a", "AWS_SECRET_ACCESS_KEY"), ("a", "A"), ("a", "A_"), ("a", "AB_KEY"), ("aws", "AWS_KEY"),
      ("https", "HTTPS_PROXY"), ("photomirror", "PHOTOMIRROR_CATALOG"), ("a-1", "A_KEY"),
      ("a-1", "A-1_KEY"), ("1a", "A_KEY"),
    ])
  func foreignVariables(name: String, variable: String) {
    refuses {
      $0.name = name
      $0.settings = [.init(name: "key", summary: "", environment: variable, isSecret: true)]
    }
  }

  @Test(
    "A manifest may name environment variables that begin with its provider's name",
    arguments: [("flickr", "FLICKR_API_KEY"), ("a-1", "A_1_KEY"), ("500px", "500PX_KEY")])
  func ownVariables(name: String, variable: String) throws {
    var manifest = Self.sound
    manifest.name = name
    manifest.settings = [.init(name: "key", summary: "", environment: variable, isSecret: true)]
    #expect(try manifest.checked().settings.map(\.environment) == [variable])
  }

  @Test("A manifest with a default for a secret is refused")
  func secrets() {
    refuses { $0.settings = [.init(name: "a", summary: "", defaultValue: "x", isSecret: true)] }
  }

  @Test("A manifest with invalid or too many sizes is refused")
  func sizes() {
    refuses { $0.sizes = [""] }
    refuses { $0.sizes = ["a\nb"] }
    refuses { $0.sizes = [String(repeating: "a", count: 201)] }
    refuses { $0.sizes = ["Large", "large"] }
    refuses { $0.sizes = (0..<257).map { "\($0)" } }
  }

  @Test("A manifest with an empty or invalid placeholder is refused")
  func placeholders() {
    refuses { $0.placeholders = ["/gone/", ""] }
    refuses { $0.placeholders = ["a\nb"] }
    refuses { $0.placeholders = (0..<257).map { "\($0)" } }
  }

  @Test("A manifest with a limit of zero calls per hour is refused")
  func limits() {
    refuses { $0.requestsPerHour = 0 }
    refuses { $0.requestsPerHour = -1 }
  }

  @Test("A manifest's texts are cleaned, not refused")
  func texts() throws {
    var manifest = Self.sound
    manifest.summary = "a\u{1B}b"
    manifest.sizes = ["Large 1600", "Große", String(repeating: "a", count: 200)]
    #expect(try manifest.checked().summary == "a b")
    #expect(try manifest.checked().sizes == manifest.sizes)
  }

  private static let sound = Manifest(
    name: "a-1", version: "1", summary: "x", sources: [.init(usage: "x", summary: "x")])

  private func refuses(
    _ change: (inout Manifest) -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var manifest = Self.sound
    change(&manifest)
    #expect(sourceLocation: sourceLocation) {
      _ = try manifest.checked()
    } throws: { error in
      (error as? ProviderFailure)?.kind == .malformed
    }
  }
}

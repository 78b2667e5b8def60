import Foundation
import ProviderKit
import Testing

@Suite("Rules for a rendition")
struct RenditionRulesTests {
  private func rendition(_ change: (inout Rendition) -> Void) -> Rendition {
    var rendition = Rendition(label: "L", url: "https://example.org/1.jpg")
    change(&rendition)
    return rendition
  }

  @Test(
    "A rendition may not write the headers that the host writes",
    arguments: ["Host", "range", "Content-Length", "Accept-Encoding", "Proxy-Authorization", "a b"])
  func headers(name: String) {
    let rendition = rendition { $0.headers = [.init(name, "x")] }
    #expect(throws: ProviderFailure.self) { try Rendition.checked([rendition]) }
  }

  @Test("A rendition's headers have values without line breaks, and name no setting")
  func headerValues() throws {
    for header in [
      RequestDescription.Parameter("Referer", "a\nb"), .init("Referer", setting: "key"),
    ] {
      let rendition = rendition { $0.headers = [header] }
      #expect(throws: ProviderFailure.self) { try Rendition.checked([rendition]) }
    }
    let sound = rendition { $0.headers = [.init("Referer", "https://example.org/")] }
    #expect(try Rendition.checked([sound]) == [sound])
  }

  @Test("A rendition's fallbacks are web addresses, and not too many")
  func fallbacks() {
    for list in [["file:///etc/passwd"], Array(repeating: "https://example.org/", count: 17)] {
      let rendition = rendition { $0.fallbacks = list }
      #expect(throws: ProviderFailure.self) { try Rendition.checked([rendition]) }
    }
  }

  @Test("Every digest of a rendition is checked, and one is the first")
  func digests() throws {
    let sha1 = Rendition.Digest(.sha1, hex: String(repeating: "a", count: 40))
    let md5 = Rendition.Digest(.md5, hex: String(repeating: "b", count: 32))
    let checked = try Rendition.checked([rendition { $0.digests = [sha1, md5] }])
    #expect(checked[0].digest == sha1 && checked[0].digests == [md5])
    #expect(throws: ProviderFailure.self) {
      try Rendition.checked([rendition { $0.digests = [.init(.md5, hex: "00")] }])
    }
  }

  @Test("The identifier of a content stands for its SHA-256")
  func identifier() throws {
    let text =
      #"{"algorithm":"cid","hex":"bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"}"#
    let digest = try JSONDecoder().decode(Rendition.Digest.self, from: Data(text.utf8))
    #expect(digest.algorithm == .sha256)
    #expect(digest.hex == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    // Of a directory, and no identifier.
    for other in ["bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi", "Qm", "b1"] {
      #expect(Rendition.Digest(contentIdentifier: other) == nil)
    }
  }

  @Test("What most renditions lack is not written, and everything is read back")
  func coding() throws {
    let plain = try JSONEncoder().encode(rendition { _ in })
    #expect(!String(decoding: plain, as: UTF8.self).contains("fallbacks"))
    let full = rendition {
      $0.headers = [.init("Referer", "x")]
      ($0.fallbacks, $0.isTransient) = (["https://example.org/2.jpg"], true)
      $0.digests = [.init(.md5, hex: String(repeating: "b", count: 32))]
      ($0.digest, $0.media, $0.byteCount) = ($0.digests[0], .video, 7)
      ($0.width, $0.height, $0.isOriginal) = (1, 2, true)
    }
    let decoded = try JSONDecoder().decode(Rendition.self, from: JSONEncoder().encode(full))
    #expect(decoded == full)
  }
}

import MirrorTesting
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("Rewriting the sidecars of a photo")
struct SidecarUpdateTests {
  private let destination = MemoryPlace(MemoryWorkspace())
  private let before = Photo(id: "5", owner: "o")
  private let after = Photo(id: "5", owner: "o", title: "New")

  /// - Returns: How many files were written, and the sidecar.
  private func update(_ existing: String?) async throws -> (Int, String) {
    destination.content.files["o/a.jpg"] = [1]
    destination.content.sidecars["o/a.jpg"] = existing.map { Array($0.utf8) }
    let announcer = Announcer(nil)
    let update = SidecarUpdate(
      destination: destination.files(), editor: MemorySidecarEditor(), choice: SidecarChoice(),
      provider: "flickr", announcer: announcer)
    try await update.update([.init(path: "o/a.jpg", before: before, after: after)])
    await announcer.close()
    return (
      update.written.withLock(\.self),
      String(decoding: destination.content.sidecars["o/a.jpg"] ?? [], as: UTF8.self)
    )
  }

  private var new: String {
    String(decoding: Sidecar.bytes(of: after, as: .xmp, provider: "flickr"), as: UTF8.self)
  }

  @Test("A sidecar is rewritten once, and a missing one is written")
  func written() async throws {
    #expect(try await update("old") == (1, new))
    #expect(try await update(new) == (0, new))
    #expect(try await update(nil) == (1, new))
  }

  @Test("A sidecar that cannot be read is set aside, and a new one is written")
  func setAside() async throws {
    #expect(try await update("!not XML") == (1, new))
    let kept = destination.content.files.filter { $0.value == Array("!not XML".utf8) }
    #expect(kept.keys.map { $0.hasSuffix("o/a.jpg.xmp") } == [true])
  }

  @Test(
    "A choice of formats and names gives the paths of a photo's sidecars",
    arguments: [
      (SidecarChoice.Naming.full, "o.b/a.jpg.xmp", "o.b/a.jpg.json"),
      (.stem, "o.b/a.xmp", "o.b/a.json"),
    ])
  func paths(naming: SidecarChoice.Naming, xmp: String, json: String) {
    let choice = SidecarChoice(formats: [.json, .xmp, .json], naming: naming)
    #expect(choice.formats == [.xmp, .json])
    #expect(choice.formats.map { choice.path(of: "o.b/a.jpg", as: $0) } == [xmp, json])
    #expect(choice.path(of: "o.b/a", as: .xmp) == "o.b/a.xmp")
    #expect(Set(SidecarChoice.paths(of: "o.b/a.jpg")).isSuperset(of: [xmp, json]))
  }

  @Test(
    "A description in a sidecar has no markup, and keeps lines and the addresses of links",
    arguments: [
      ("plain\n\ntext", "plain\n\ntext"), ("a <b>b</b>\nc &amp; d", "a b\nc & d"),
      ("<p>a\nb</p><p>c</p>", "a b\nc"),
      ("see <a href=\"http://e.org/x\">this</a>.", "see this (http://e.org/x)."),
      ("<A HREF='http://e.org'>http://e.org</A>", "http://e.org"), ("<a>x</a> 5 < 6", "x 5 < 6"),
      ("<a href=\"http://e.org", ""),
    ])
  func description(html: String, text: String) {
    #expect(PlainText.of(html) == text)
  }

  @Test("A description of unclosed links is read in time proportional to its length")
  func links() {
    let html =
      String(repeating: "<a href=x", count: 7_000) + String(repeating: "<a href=x>", count: 6_000)
    #expect(PlainText.of(html).utf8.count < 1_000_000)
  }
}

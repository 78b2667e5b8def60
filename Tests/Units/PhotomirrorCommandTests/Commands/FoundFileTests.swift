import Console
import Mirroring
import Testing

@testable import PhotomirrorCommand

@Suite("What commands found about a file")
struct FoundFileTests {
  private static let cases: [(file: FoundFile, keys: ResultKeys<FoundFile>, text: String)] = [
    (
      Verification.Finding.missing(path: "a.jpg").file, Verification.Finding.keys,
      #"- a.jpg {"finding":"missing","path":"a.jpg","reason":null}"#
    ),
    (
      Verification.Finding.incomplete(path: "a.jpg", what: "sidecar").file,
      Verification.Finding.keys,
      #"- a.jpg: its sidecar is missing {"finding":"incomplete","path":"a.jpg","reason":"its sidecar is missing"}"#
    ),
    (
      Verification.Finding.edited(path: "a.jpg").file, Verification.Finding.keys,
      #"* a.jpg: an intact image, but not the one that was mirrored {"finding":"changed","path":"a.jpg","#
        + #""reason":"an intact image, but not the one that was mirrored"}"#
    ),
    (
      MirrorComparison.Finding.changed(path: "a.jpg", other: "b.jpg").file,
      MirrorComparison.Finding.keys,
      #"* a.jpg: b.jpg there {"finding":"changed","path":"a.jpg","other":"b.jpg"}"#
    ),
    (
      MirrorComparison.Finding.changed(path: "a.jpg", other: "a.jpg").file,
      MirrorComparison.Finding.keys,
      #"* a.jpg {"finding":"changed","path":"a.jpg","other":"a.jpg"}"#
    ),
    (
      MirrorComparison.Finding.onlyHere(path: "a.jpg").file, MirrorComparison.Finding.keys,
      #"- a.jpg {"finding":"only_here","path":"a.jpg","other":null}"#
    ),
    (
      SourceComparison.Finding.extra(path: "a.jpg").file, SourceComparison.Finding.keys,
      #"+ a.jpg: the feed does not list it any more {"finding":"extra","path":"a.jpg","#
        + #""reason":"the feed does not list it any more"}"#
    ),
    (
      FolderAdoption.Finding.adopted(path: "a.jpg", photo: "7").file, FolderAdoption.Finding.keys,
      #"= a.jpg: 7 {"finding":"adopted","path":"a.jpg","id":"7"}"#
    ),
    (
      FolderAdoption.Finding.extra(path: "a.jpg").file, FolderAdoption.Finding.keys,
      #"+ a.jpg {"finding":"extra","path":"a.jpg","reason":null}"#
    ),
  ]

  @Test("People read a mark, the path and the reason, and programs the same keys each time")
  func findings() {
    for (file, keys, text) in Self.cases {
      #expect("\(file.text) \(keys.object(file).line)" == text)
    }
  }
}

import MirrorCore
import ProviderKit
import Testing

@testable import Console

@Suite("Exported photos")
struct ExportTextTests {
  private func exported(_ photo: Photo, path: String = "o/a b_5.jpg") -> ExportedPhoto {
    ExportedPhoto(
      photo: photo, path: path, format: "JPEG", width: 4, height: 3, byteCount: 7, sha256: "ab",
      storedAt: 1_714_600_000, isPrivate: false)
  }

  @Test("A row has a cell for each column; texts are quoted, and formulas are defused")
  func csv() {
    let photo = Photo(
      id: "5", site: "e.org", owner: "o", title: "=1+1, \"x\"", about: "a\nb", takenAt: "1905",
      uploadedAt: 1_714_600_000, tags: ["a", "b,c"], license: License(name: "CC BY"),
      latitude: -1.5, longitude: 2)
    #expect(
      ExportFormat.csv.lines(of: exported(photo)) == [
        "5,e.org,o/a b_5.jpg,\"'=1+1, \"\"x\"\"\",\"a\nb\",o,,1905,2024-05-01T21:46:40Z,\"a; b,c\",CC BY,,,"
          + "-1.5,2.0,4,3,JPEG,7,ab,2024-05-01T21:46:40Z,false"
      ])
    #expect(ExportFormat.csv.head[0].split(separator: ",").count == 22)
  }

  @Test("The page of credits links title and license, and contains no markup of others")
  func html() {
    let photo = Photo(
      id: "5", owner: "o", ownerName: "<b>Ann</b>", title: "\"T\" & <script>",
      pageURL: "https://e.org/?a=1&b='2'",
      license: License(name: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/"))
    #expect(
      ExportFormat.html.lines(of: exported(photo)) == [
        "<li><cite dir=\"auto\"><a rel=\"noreferrer\" href=\"https://e.org/?a=1&amp;b=&#39;2&#39;\">"
          + "&quot;T&quot; &amp; &lt;script&gt;</a></cite> by <bdi>&lt;b&gt;Ann&lt;/b&gt;</bdi> "
          + "(<a rel=\"license noreferrer\" href=\"https://creativecommons.org/licenses/by/4.0/\">CC BY 4.0"
          + "</a>)<br><small><a href=\"./o/a%20b_5.jpg\">o/a b_5.jpg</a></small></li>"
      ])
  }

  @Test("An address that is no web address is no link, and missing values are said")
  func unlinked() {
    let photo = Photo(id: "5", owner: "", title: " ", pageURL: "javascript:alert(1)")
    #expect(
      ExportFormat.html.lines(of: exported(photo, path: "javascript:x")) == [
        "<li><cite dir=\"auto\">Untitled</cite> (license not stated)<br><small>"
          + "<a href=\"./javascript%3Ax\">javascript:x</a></small></li>"
      ])
  }
}

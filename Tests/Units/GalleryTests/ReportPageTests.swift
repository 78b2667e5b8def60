import MirrorCore
import Testing

@testable import Gallery

@Suite("The page of a report")
struct ReportPageTests {
  @Test("Texts stay text, and links are web addresses or files of the mirror")
  func hostile() {
    let text = "</style><script>alert(1)</script>"
    let photo = ReportedPhoto(
      key: text, title: text, ownerName: text, pageURL: "javascript:alert(1)", reason: text,
      since: 0, path: "a/\(text).jpg", thumbnail: nil)
    let list = ReportList(kind: .failed, count: 3, photos: [photo])
    let page = String(
      decoding: ReportPage(title: text, lines: [text], lists: [list], mirror: "../").bytes,
      as: UTF8.self)
    #expect(!page.contains("<script") && !page.contains("javascript:"))
    #expect(
      page.contains("<h2>3 failed; the next run tries again</h2>") && page.contains("and 2 more"))
    #expect(page.contains("href=\"./../a/%3C/style"))
  }
}

import Foundation
import SystemCalls
import TestSupport
import Testing

@testable import PageServer

@Suite("The server of pages")
struct PageServerTests {
  @Test(
    "An address that could lead out has no names",
    arguments: [
      "", "a", "/", "//", "/../etc", "/a/../b", "/a/..", "/./a", "/a//b", "/a/", "/../\u{301}b",
    ])
  func addresses(address: String) {
    #expect(ServedFolders.names(ofAddress: address) == nil)
  }

  @Test("Names with a leading dot are shown only below the folders that are named")
  func dots() {
    let folder = ServedFolders.Folder(
      prefix: "m", path: "/x", shownDots: [".photomirror/thumbnails"])
    #expect(folder.names(["m", "a", "b.jpg"]) == ["a", "b.jpg"])
    #expect(folder.names(["m", ".photomirror", "thumbnails", "a.png"]) != nil)
    for names in [
      ["m"], ["n", "a"], ["m", ".photomirror", "catalog.sqlite"], ["m", ".photomirror"],
      ["m", ".photomirror", "thumbnails"], ["m", ".ssh", "id"], ["m", "a", ".b"],
      ["m", ".\u{301}b"],
      ["m", "a", ".photomirror", "thumbnails", "x"],
    ] {
      #expect(folder.names(names) == nil, "\(names)")
    }
  }

  @Test("A request for another host, or with another method, is refused")
  func refusals() {
    let status = { PageAnswer.refusal(method: $0, host: $1, port: 80)?.status }
    #expect(status("GET", "127.0.0.1:80") == nil && status("HEAD", "LOCALHOST:80") == nil)
    for host in [nil, "", "evil.example", "127.0.0.1", "127.0.0.1:81", "localhost:80.evil.example"]
    {
      #expect(status("GET", host) == 421, "\(host ?? "")")
    }
    #expect(status("POST", "localhost:80") == 405 && status("OPTIONS", "localhost:80") == 405)
  }

  @Test("A link is not followed, wherever it stands, and a folder is no file")
  func links() throws {
    let folder = try TemporaryDirectory()
    let root = folder.appending("root")
    try FileManager.default.createDirectory(
      atPath: root + "/in", withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(filePath: folder.appending("secret")))
    try Data("yes".utf8).write(to: URL(filePath: root + "/in/page.html"))
    try FileManager.default.createSymbolicLink(
      atPath: root + "/link", withDestinationPath: folder.appending("secret"))
    try FileManager.default.createSymbolicLink(
      atPath: root + "/out", withDestinationPath: folder.appending(""))
    let served = ServedFolders([
      .init(prefix: "", path: root, pages: .init(policy: "") { _, _ in true })
    ])
    let page = try #require(served.open("/in/page.html"))
    #expect(page.size == 3 && page.name == "page.html")
    close(page.descriptor)
    for address in ["/link", "/out/secret", "/in", "/none", "/in/none"] {
      #expect(served.open(address) == nil, "\(address)")
    }
  }

  @Test("Pages are shown only if this program wrote them, and none from the folders of pictures")
  func foreignPages() throws {
    let folder = try TemporaryDirectory()
    let root = folder.appending("root")
    try FileManager.default.createDirectory(
      atPath: root + "/in", withIntermediateDirectories: true)
    let own = ["own.html", "in/own.HTML", "feed.xml", "gallery.css", "a.jpg"]
    let pages = ServedFolders.Pages(policy: "p") { name, file in
      own.contains(name) && FileStatus(of: file)?.size == 5
    }
    let others = [
      "evil.html", "in/feed.xml", "evil.xml", "evil.css", "evil.jpg", "evil.js", "a.svg", "a.xhtml",
    ]
    for name in own + others {
      try Data("<own>".utf8).write(to: URL(filePath: root + "/" + name))
    }
    func shown(_ pages: ServedFolders.Pages?, _ name: String) -> ServedFolders.File? {
      let file = ServedFolders([.init(prefix: "", path: root, pages: pages)]).open("/" + name)
      if let file { close(file.descriptor) }
      return file
    }
    for name in own.dropLast() {
      #expect(shown(pages, name)?.policy == "p", "\(name)")
      #expect(shown(nil, name) == nil, "\(name)")
    }
    for name in others { #expect(shown(pages, name) == nil, "\(name)") }
    let picture = shown(pages, "a.jpg")
    #expect(picture != nil && picture?.policy == nil)
    // Of unknown kinds: a browser only saves them.
    for name in ["a.svg", "a.xhtml", "a.jpg"] { #expect(shown(nil, name) != nil, "\(name)") }
  }

  @Test("A port that another server has is refused with that reason")
  func busyPort() throws {
    let server = try PageServer(at: ListenAddress(port: 0)) { _ in nil }
    defer { server.stop() }
    #expect(throws: SystemError(EADDRINUSE)) {
      try PageServer(at: ListenAddress(port: server.port)) { _ in nil }
    }
  }
}

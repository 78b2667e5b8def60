import Foundation
import TestSupport
import Testing

@testable import PageServer

@Suite("The server of pages")
struct PageServerTests {
  @Test(
    "An address that could lead out has no names",
    arguments: ["", "a", "/", "//", "/../etc", "/a/../b", "/a/..", "/./a", "/a//b", "/a/"])
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
    let served = ServedFolders([.init(prefix: "", path: root)])
    let page = try #require(served.open("/in/page.html"))
    #expect(page.size == 3 && page.name == "page.html")
    close(page.descriptor)
    for address in ["/link", "/out/secret", "/in", "/none", "/in/none"] {
      #expect(served.open(address) == nil, "\(address)")
    }
  }
}

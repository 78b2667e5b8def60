import Configuration
import Foundation
import TestSupport
import Testing

@Suite("The configuration file")
struct ConfigurationFileTests {
  private func file(_ text: String) throws -> ConfigurationFile {
    try ConfigurationFile([UInt8](text.utf8), path: "config.toml", home: "/home/me")
  }

  @Test("Options, mirrors and settings are read with their lines")
  func whole() throws {
    let file = try file(
      """
      [sync]
      jobs = 4
      sidecar = ["xmp", "json"]
      full = true

      [provider.flickr]
      key_file = "~/key"

      [mirror.holidays]
      source = "flickr:recent"
      directory = "~/Pictures/holidays"
      size = "Large"
      """)
    #expect(file.problems == [])
    #expect(
      Set(file.options) == [
        .init(name: "jobs", value: .integer("4"), line: 2),
        .init(name: "sidecar", value: .strings(["xmp", "json"]), line: 3),
        .init(name: "full", value: .boolean(true), line: 4),
      ])
    #expect(
      file.settings == [
        .init(provider: "flickr", name: "key_file", value: .string("~/key"), line: 7)
      ])
    let mirror = try #require(file.mirrors.first)
    #expect(mirror.name == "holidays" && mirror.source == "flickr:recent")
    #expect(mirror.directory == "/home/me/Pictures/holidays")
    #expect(mirror.options == [.init(name: "size", value: .string("Large"), line: 12)])
  }

  @Test(
    "A document that is not TOML is refused with its line",
    arguments: [
      ("a = 1\na = 2", 2), ("[sync]\njobs", 2), ("x = \"", 1), ("a = [1", 1),
      ("\u{1}", 1), ("a = 1\n[&x]", 2), ("[[[x", 1), (String(repeating: "[", count: 1000), 1),
      ("a = " + String(repeating: "[", count: 100), 1),
    ])
  func invalid(text: String, line: Int) throws {
    let error = #expect(throws: TOMLDocument.Invalid.self) { _ = try file(text) }
    #expect(error?.line == line && error?.reason.isEmpty == false, "\(String(describing: error))")
  }

  @Test(
    "A key with too many parts, or a line that is too long, is refused before it is parsed",
    arguments: [
      (String(repeating: "a.", count: 20_000) + "a = 1", 1, "the key has more than 8 parts"),
      ("\n[a.b.c.d.e.f.g.h.i]", 2, "the key has more than 8 parts"),
      ("x = {a.b.c.d.e.f.g.h.i = 1}", 1, "the key has more than 8 parts"),
      ("x = ['''a\n''', {a.\"b\".c.d.e.f.g.h.i = 1}]", 2, "the key has more than 8 parts"),
      ("x = \"\\\"\"\na.b.c.d.e.f.g.h.i = 1", 2, "the key has more than 8 parts"),
      ("a = 1\n#" + String(repeating: "x", count: 65_536), 2, "the line has more than 65536 bytes"),
    ])
  func limits(text: String, line: Int, reason: String) throws {
    let error = #expect(throws: TOMLDocument.Invalid.self) { _ = try file(text) }
    #expect(error?.line == line && error?.reason == reason)
  }

  @Test(
    "Dots in texts, comments and numbers are no parts of keys",
    arguments: [
      "source = '1.2.3.4.5.6.7.8.9.10'", "source = \"..........\" # ..........",
      "x = \"\"\"\n..........\n\\\"\"..........\"\"\"", "x = '''\n.......... \" ' ..........'''",
      "x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]", "x.'........'.y = 1",
    ])
  func dots(text: String) throws {
    _ = try file(text)
  }

  @Test("Bytes that are not UTF-8 are refused")
  func encoding() {
    #expect(throws: TOMLDocument.Invalid.self) {
      _ = try TOMLDocument([0x61, 0x3D, 0x22, 0xFF, 0x22])
    }
  }

  @Test("A byte-order mark, tabs and Windows line ends are accepted")
  func forms() throws {
    let file = try file("\u{FEFF}[sync]\r\n\tjobs\t=\t4\r\n")
    #expect(file.problems == [] && file.options.map(\.name) == ["jobs"])
  }

  @Test(
    "A problem is reported with its line, and all of them at once",
    arguments: [
      ("nothing = 1", 1, "there is no 'nothing' in a configuration"),
      ("[sync]\n[mirrors.a]\nsource = 'b:c'", 2, "there is no 'mirrors' in a configuration"),
      ("mirror = 3", 1, "'mirror' is not a table"),
      ("[mirror.a]\ndirectory = '/a'", 1, "the mirror 'a' has no source"),
      ("[mirror.a]\nsource = 'b:c'", 1, "the mirror 'a' has no directory"),
      ("[mirror.a]\nsource = 'b:c'\ndirectory = 'x'", 3, "the directory 'x' is relative"),
      ("[mirror.a]\nsource = 4\ndirectory = '/x'", 2, "'source' is not a text"),
      ("[mirror.'../a']\nsource='b:c'\ndirectory='/x'", 1, "'../a' is not a name of a mirror"),
      ("[mirror.-a]\nsource='b:c'\ndirectory='/x'", 1, "'-a' is not a name of a mirror"),
      ("[sync.deep]\na = 1", 1, "'deep' is a table"),
      (
        "[mirror.a]\nsource='b:c'\ndirectory='/x'\n[mirror.b]\nsource='b:c'\ndirectory='/x'", 4,
        "the mirrors 'a' and 'b' have the same source and directory"
      ),
    ])
  func problems(text: String, line: Int, reason: String) throws {
    let problems = try file(text).problems
    #expect(problems.contains { $0.line == line && $0.reason == reason }, "\(problems)")
  }

  @Test("The file is in the user's folder, and relative folders are ignored")
  func place() {
    #expect(
      HomePath.configuration(in: ["HOME": "/home/me"])
        == "/home/me/.config/photomirror/config.toml")
    #expect(
      HomePath.configuration(in: ["HOME": "/home/me", "XDG_CONFIG_HOME": "relative"])
        == "/home/me/.config/photomirror/config.toml")
    #expect(
      HomePath.configuration(in: ["XDG_CONFIG_HOME": "/etc/me"])
        == "/etc/me/photomirror/config.toml")
    #expect(HomePath.configuration(in: [:]) == nil)
  }

  @Test("A file that others can change, a folder, a pipe and a file that is too long are refused")
  func unusable() throws {
    let folder = try TemporaryDirectory()
    func read(_ path: String) throws -> ConfigurationFile? {
      try ConfigurationFile.read(in: ["PHOTOMIRROR_CONFIG": path])
    }
    let path = folder.appending("config.toml")
    try Data("[sync]\n".utf8).write(to: URL(filePath: path))
    #expect(try read(path) != nil)
    #expect(chmod(path, 0o646) == 0)
    var error = #expect(throws: ConfigurationFile.Problem.self) { _ = try read(path) }
    #expect(error?.reason == "can be changed by others")
    #expect(chmod(path, 0o600) == 0)
    try Data(count: 2 << 20).write(to: URL(filePath: path))
    error = #expect(throws: ConfigurationFile.Problem.self) { _ = try read(path) }
    #expect(error?.reason == "is longer than 1048576 bytes")
    error = #expect(throws: ConfigurationFile.Problem.self) { _ = try read(folder.path) }
    #expect(error?.reason == "is not a regular file")
    error = #expect(throws: ConfigurationFile.Problem.self) { _ = try read(path + "2") }
    #expect(error?.reason.hasPrefix("cannot be read") == true)
    #expect(try ConfigurationFile.read(in: ["HOME": folder.path]) == nil)
  }
}

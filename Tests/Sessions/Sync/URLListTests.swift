import Foundation
import TestSupport
import Testing

@Suite("A list of addresses", .serialized)
struct URLListTests {
  @Test("A list of addresses is mirrored, and resumed where it was interrupted")
  func sync() async throws {
    let session = try await Session("--photos", "1")
    let site = try WireServer { _ in [.ok(TinyPicture.png)] }
    let lines = (0..<2500).map { site.url("/\($0).png") }
    let list = session.folder.appending("list.txt")
    try lines.joined(separator: "\n").write(toFile: list, atomically: true, encoding: .utf8)
    let option = "--set urls.hosts=\(site.url())"
    let first = try await session.run(
      "sync --limit 2100 --progress none \(option) urls:list.txt photos")
    #expect(first.exitCode == 0, "\(first.errors)")
    #expect(session.mirror().photos.count == 2100)
    let rest = try await session.run("sync \(option) urls:\(list) photos")
    #expect(rest.errors.contains("mirrored 400 photos"), "\(rest.errors)")
    #expect(session.mirror().photos.count == 2500)
    #expect(session.mirror().flaws() == [])
  }

  @Test("Pictures that need a library are decoded in a run as by check")
  func libraries() async throws {
    let session = try await Session("--photos", "1")
    let site = try WireServer { request in
      [.ok(LibraryPictures.bytes[String(request.target.split(separator: ".").last ?? "")] ?? [])]
    }
    let names = LibraryPictures.bytes.keys.sorted()
    for name in names {
      let file = URL(filePath: session.folder.appending("a.\(name)"))
      try Data(LibraryPictures.bytes[name] ?? []).write(to: file)
    }
    // Not all libraries need be installed: check names what it cannot decode, and a run does not keep it.
    let check = try await session.run("check " + names.map { "a.\($0)" }.joined(separator: " "))
    let decoded = names.filter { check.output.contains("whole  a.\($0): \($0), 16") }
    let undecoded = names.filter { check.output.contains("not decoded  a.\($0): \($0)") }
    #expect((decoded + undecoded).sorted() == names, "\(check.output)")
    #expect(check.exitCode == 0, "\(check.output)")
    let isComplete = undecoded.isEmpty
    try names.map { site.url("/a.\($0)") }.joined(separator: "\n").write(
      toFile: session.folder.appending("list.txt"), atomically: true, encoding: .utf8)
    let run = try await session.run("sync --set urls.hosts=\(site.url()) urls:list.txt photos")
    #expect(run.exitCode == (isComplete ? 0 : 1), "\(run.errors)")
    let tree = session.mirror()
    let rows = try catalogRows(
      tree.catalog, "SELECT format, width, height FROM files WHERE width > 0 ORDER BY format")
    #expect(rows == decoded.map { "\($0)|16|12" }, "\(run.errors)")
  }

  @Test("A list of addresses starts no process for modules")
  func processes() async throws {
    let session = try await Session("--photos", "1")
    let site = try WireServer { _ in [.ok(TinyPicture.png)] }
    try site.url("/a.png").write(
      toFile: session.folder.appending("list.txt"), atomically: true, encoding: .utf8)
    let run = try await session.run(
      "sync --verbose --progress none --set urls.hosts=\(site.url()) urls:list.txt photos")
    #expect(run.exitCode == 0 && session.mirror().photos.count == 1, "\(run.errors)")
    #expect(run.errors.contains("sandbox: images are decoded in"), "\(run.errors)")
    #expect(!run.errors.contains("provider modules"), "\(run.errors)")
  }

  @Test("Several hosts of a private network are named by commas or repeated options")
  func severalHosts() async throws {
    let session = try await Session("--photos", "1")
    let site = try WireServer { _ in [.ok(TinyPicture.png)] }
    let addresses = ["one", "two", "three"].map { "http://\($0).localhost:\(site.port)" }
    try addresses.enumerated().map { "\($1)/\($0).png" }.joined(separator: "\n").write(
      toFile: session.folder.appending("list.txt"), atomically: true, encoding: .utf8)
    let some = try await session.run(
      "sync --set urls.hosts=\(addresses[0]),\(addresses[1]) urls:list.txt photos")
    #expect(some.exitCode == 1 && some.errors.contains("mirrored 2 photos"), "\(some.errors)")
    let all = try await session.run(
      "sync --set urls.hosts=\(addresses[2]) --set urls.hosts=\(addresses[0]) urls:list.txt photos")
    #expect(all.errors.contains("mirrored 1 photo, 2 known"), "\(all.errors)")
    for value in ["nas.local", "\(addresses[0]),nas.local", "ftp://nas.local"] {
      let run = try await session.run("sync --set urls.hosts=\(value) urls:list.txt photos")
      #expect(run.exitCode == 2, "\(run.errors)")
      #expect(run.errors.contains("nas.local' is not an address of a host"), "\(run.errors)")
    }
  }

  @Test("An address of a list on this machine is refused unless a setting names its host")
  func privateHosts() async throws {
    let session = try await Session("--photos", "1")
    let site = try WireServer { _ in [.ok(TinyPicture.png)] }
    try "\(site.url("/1.png"))\n".write(
      toFile: session.folder.appending("list.txt"), atomically: true, encoding: .utf8)
    let run = try await session.run("sync --progress none urls:list.txt photos")
    #expect(run.exitCode == 1 && site.requests.isEmpty, "\(run.errors)")
  }

  @Test("A list that is missing is a usage error, and lists are shown like a site's listing")
  func list() async throws {
    let session = try await Session("--photos", "1")
    let missing = try await session.run("list urls:nowhere.txt")
    #expect(missing.exitCode == 2, "\(missing.errors)")
    try "url,title\nhttps://a.example/1.jpg,A cat\n".write(
      toFile: session.folder.appending("list.csv"), atomically: true, encoding: .utf8)
    let run = try await session.run("list --json urls:list.csv")
    #expect(run.output.contains("A cat") && run.exitCode == 0, "\(run.errors)")
  }
}

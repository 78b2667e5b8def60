import Foundation
import TestSupport
import Testing

/// The bridge to gallery-dl, with a program that behaves as gallery-dl does; `GalleryDL/run` tries the real one.
@Suite("The bridge to gallery-dl", .serialized)
struct GalleryBridgeTests {
  private static let bridge = URL(filePath: #filePath).appending(
    path: "../../../../Plugins/GalleryDL"
  ).standardizedFileURL.path

  /// - Parameter listing: What it does with an address, in a shell; `file NUMBER` writes a file's line.
  private func run(
    _ listing: String, _ options: String = ""
  ) async throws -> (run: CommandRun, session: Session, site: WireServer) {
    let session = try await Session("--photos", "1")
    let site = try WireServer { request in
      request.headers["referer"] == "http://\(request.headers["host"] ?? "")/"
        ? [.ok(TinyPicture.png)] : [.response("403 Forbidden", ["Content-Length: 0"])]
    }
    let text = """
      #!/bin/sh
      file() { printf '{"category":"site","subcategory":"a","id":%s,"extension":"png","date":"2020-09-13 12:26:40","title":"A cat","tags":["cat"],"gdl_url":"\(site.url("/p"))%s.png"}\\n' "$1" "$1"; }
      case " $* " in
      *" --version "*) echo 1.25.3; exit ;;
      *" -E "*) printf 'Archive format (default):\\n  "{id}"\\n'; exit ;;
      esac
      \(listing)

      """
    try ExecutableFile.write(text, to: session.folder.appending("gallery-dl"))
    let program = "--set gallery-dl.program=\(session.folder.appending("gallery-dl"))"
    let run = try await session.run(
      "sync --progress none --provider-path \(Self.bridge) \(program) \(options) gallery-dl:\(site.url("/a")) photos"
    )
    return (run, session, site)
  }

  @Test("What gallery-dl lists is mirrored with its metadata, and asked for as from its site")
  func mirrored() async throws {
    let (run, session, _) = try await run("file 1; file 2; file 3")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(session.mirror().photos.count == 3 && session.mirror().flaws() == [])
    let rows = try catalogRows(
      session.folder.appending("photos/.photomirror/catalog.sqlite"),
      "SELECT key FROM photo ORDER BY key")
    #expect(rows == ["site1", "site2", "site3"])
  }

  @Test("Without the site's address the file's host may refuse")
  func referer() async throws {
    let (run, session, _) = try await run("file 1", "--set gallery-dl.referer=no")
    #expect(run.exitCode == 1 && session.mirror().photos.isEmpty, "\(run.errors)")
  }

  @Test("Cookies are for gallery-dl, and for the files of their site")
  func cookies() async throws {
    let jar = FileManager.default.temporaryDirectory.path + "/photomirror-cookies-\(getpid())"
    try
      "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t\tsession\tabc\n.other.example\tTRUE\t/\tFALSE\t\tx\ty\n"
      .write(toFile: jar, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: jar) }
    let (run, _, site) = try await run(
      #"case "$*" in *"--cookies \#(jar)"*) file 1 ;; *) exit 16 ;; esac"#,
      "--set gallery-dl.cookies=\(jar)")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(site.requests.contains { $0.headers["cookie"] == "session=abc" })
  }

  static let failures: [(listing: String, said: String)] = [
    ("exit 0", "lists nothing for this address"),
    ("file 1; exit 4", "the site could not be read (status 4)"),
    ("exit 8", "challenge"), ("exit 16", "wants a login"), ("exit 64", "no extractor"),
    ("exit 128", "an error of the system"), ("file 1; exit 1", "it failed (status 1)"),
    ("file 1; kill -9 $$", "ended by signal 9"), ("echo '{'", "wrote a line that is no file"),
  ]

  @Test("A failure of gallery-dl is reported, and what it listed is kept", arguments: failures)
  func failed(listing: String, said: String) async throws {
    let (run, session, _) = try await run(listing)
    #expect(run.exitCode == 3, "\(run.errors)")
    #expect(run.errors.contains(said), "\(run.errors)")
    #expect(session.mirror().photos.count == (listing.hasPrefix("file") ? 1 : 0))
  }

  @Test("providers says how addresses are mirrored that no site's provider knows")
  func listed() async throws {
    var session = try await Session("--photos", "1")
    session.environment["PATH"] = session.folder.path
    let shown = try await session.run("providers --provider-path \(Self.bridge)").output
    #expect(shown.contains("urls:FILE") && shown.contains("not on the PATH"), "\(shown)")
    try ExecutableFile.write("#!/bin/sh\n", to: session.folder.appending("gallery-dl"))
    let installed = try await session.run("providers --provider-path \(Self.bridge)").output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      installed.contains("can list: \(session.folder.appending("gallery-dl")) is installed"),
      "\(installed)")
    let objects = try await session.run("providers --json --provider-path \(Self.bridge)").output
    #expect(objects.contains(#""name":"urls""#) && objects.contains(#""name":"gallery-dl""#))
    #expect(try await session.run("complete -- sync ur").output.hasPrefix("urls:\t"))
  }

  @Test("Without Python the bridge is no refused module, and a source of it says what is missing")
  func interpreter() async throws {
    var session = try await Session("--photos", "1")
    let folder = session.folder.appending("providers")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try ExecutableFile.write(
      "#!/usr/bin/env no-such-python\n", to: folder + "/photomirror-lister-gallery-dl")
    session.environment["PHOTOMIRROR_PROVIDER_PATH"] = folder
    let shown = try await session.run("providers")
    let text = shown.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(shown.exitCode == 0 && !text.contains("refused"), "\(shown.output)")
    #expect(text.contains("gallery-dl, needs no-such-python, which is not in /usr/local/bin,"))
    let doctor = try await session.run("doctor")
    #expect(doctor.exitCode == 0 && !doctor.output.contains("lister"), "\(doctor.output)")
    let sync = try await session.run("sync gallery-dl:https://site.example/a photos")
    #expect(sync.exitCode == 5 && sync.errors.contains("needs no-such-python"), "\(sync.errors)")
    #expect(!sync.errors.contains("is missing"))
  }

  @Test("A gallery-dl that is missing or too old is named, with what to do")
  func program() async throws {
    let missing = try await run("", "--set gallery-dl.program=/nonexistent").run
    #expect(missing.errors.contains("/nonexistent cannot be started"), "\(missing.errors)")
    #expect(missing.errors.contains("apt install gallery-dl"), "\(missing.errors)")
    let session = try await Session("--photos", "1")
    try ExecutableFile.write(
      "#!/bin/sh\ncase $* in *--version*) echo 1.20.1 ;; *) exit 2 ;; esac\n",
      to: session.folder.appending("old"))
    let old = try await session.run(
      "list --provider-path \(Self.bridge) --set gallery-dl.program=\(session.folder.appending("old")) gallery-dl:http://site.example/a"
    )
    #expect(old.exitCode != 0 && old.errors.contains("1.20.1 is too old"), "\(old.errors)")
  }
}

import Foundation
import TestSupport
import Testing

/// `check` and `thumbnail` over files that a sync stored.
@Suite("The commands check and thumbnail", .serialized)
struct PictureCommandsTests {
  /// A line of `--json`.
  private struct Report: Decodable, Equatable {
    let path: String
    let finding: String
    let format: String?
    let width: Int?
    let height: Int?
    let warnings: [String]
    let thumbnail: String?
    let reason: String?
  }

  /// A session whose folder has `whole.jpg`, `cut.jpg`, `page.jpg`, `link.jpg` and `video.mp4`.
  private func session() async throws -> Session {
    let session = try await Session("--photos", "4")
    try await session.run("sync --progress none --size 320 flickr:recent photos").expect(
      exits: 0)
    let mirror = session.mirror()
    let photos = mirror.photos.filter { $0.hasSuffix(".jpg") }.map(mirror.bytes)
    let photo = try #require(photos.max { $0.count < $1.count })
    let files: [(String, Data)] = [
      ("whole.jpg", photo), ("cut.jpg", photo.prefix(photo.count / 2)),
      ("page.jpg", Data("<html>gone</html>".utf8)),
      ("video.mp4", Data("\0\0\0\u{20}ftypisom".utf8)),
    ]
    for (name, data) in files {
      try data.write(to: URL(filePath: session.folder.appending(name)))
    }
    try FileManager.default.createSymbolicLink(
      atPath: session.folder.appending("link.jpg"), withDestinationPath: "whole.jpg")
    return session
  }

  @Test("check reports each file in order, with the reason, and fails if one file fails")
  func check() async throws {
    let session = try await session()
    try await session.run("check whole.jpg cut.jpg none.jpg page.jpg video.mp4 link.jpg").expect(
      exits: 1,
      output: """
        whole  whole.jpg: jpeg, …x…
        failed  cut.jpg: the file ends before the image does: … bytes received, decoding stopped …
        failed  none.jpg: No such file or directory
        failed  page.jpg: it is an HTML page
        not decoded  video.mp4: mp4
        whole  link.jpg: jpeg, …x…
        """,
      errors: "checked 6 files: 2 whole, 1 not decoded, 3 failed")
    #expect(try await session.run("check whole.jpg video.mp4").exitCode == 0)
  }

  @Test("check reports a picture that a limit or a library leaves undecoded, with the reason")
  func undecoded() async throws {
    let session = try await session()
    // A chunk that a decoder must know, as in Apple's files, and the end.
    let png = Data(base64Encoded: "iVBORw0KGgoAAAAEQ2dCSVAAIAIr1bN/AAAAAElFTkSuQmCC")
    try png?.write(to: URL(filePath: session.folder.appending("apple.png")))
    try await session.run("check --max-pixels 100 whole.jpg apple.png").expect(
      exits: 0,
      output: """
        not decoded  whole.jpg: jpeg, … pixels are over the limit of 100
        not decoded  apple.png: png, a PNG with a chunk CgBI is not decoded
        """,
      errors: "checked 2 files: 2 not decoded")
    let help = try await session.run("help care")
    for word in ["whole  ", "damaged  ", "not decoded  "] { #expect(help.output.contains(word)) }
  }

  @Test("check finds the files of a folder whose path is repeated within")
  func repeatedPath() async throws {
    let session = try await session()
    let folder = session.folder.appending("pictures")
    let inner = "\(folder)/a\(folder)/b"
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: session.folder.appending("whole.jpg"), toPath: inner + "/c.jpg")
    let run = try await session.run("check \(folder)")
    #expect(run.exitCode == 0 && run.errors.contains("checked 1 file: 1 whole"), "\(run.errors)")
  }

  @Test("check takes folders and a list on standard input, and with -q shows only what failed")
  func lists() async throws {
    let session = try await session()
    let folder = session.folder.appending("scans/1990")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["whole.jpg", "cut.jpg"] {
      try FileManager.default.copyItem(
        atPath: session.folder.appending(name), toPath: folder + "/" + name)
    }
    for name in [".hidden", "whole.jpg.xmp"] {
      try Data("x".utf8).write(to: URL(filePath: folder + "/" + name))
    }
    try await session.run("check -q scans whole.jpg").expect(
      exits: 1,
      output: "failed  scans/1990/cut.jpg: the file ends before the image does: …",
      errors: "checked 3 files: 2 whole, 1 failed")
    let quiet = try await session.run("check -q whole.jpg")
    #expect(quiet.exitCode == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
    for separator in ["\\n", "\\0"] {
      let names = "whole.jpg\(separator)video.mp4\(separator)"
      let run = try await CommandRun.run(
        "/bin/sh", ["-c", "printf '\(names)' | photomirror check -"],
        environment: ["PATH": BuiltProducts.directory + ":/usr/bin:/bin"],
        workingDirectory: session.folder.path)
      #expect(run.exitCode == 0 && run.errors == "checked 2 files: 1 whole, 1 not decoded\n")
    }
    let empty = try await session.run("check \(folder.dropLast(5))/none")
    #expect(empty.exitCode == 1 && empty.output.contains("No such file"))
  }

  @Test("check prints a file name in one line without control characters, or says why it cannot")
  func hostileNames() async throws {
    let session = try await session()
    let name = "red\u{1B}[31m\nwhole  b.jpg"
    try FileManager.default.createSymbolicLink(
      atPath: session.folder.appending(name), withDestinationPath: "whole.jpg")
    let run = try await CommandRun.run(
      "/bin/sh", ["-c", "photomirror check \"$0\" $(printf '\\377').jpg", name],
      environment: ["PATH": BuiltProducts.directory + ":/usr/bin:/bin"],
      workingDirectory: session.folder.path)
    run.expect(
      exits: 1,
      output: """
        whole  red whole  b.jpg: jpeg, …x…
        failed  \u{FFFD}.jpg: No such file or directory, file names that are not UTF-8 are not supported
        """,
      errors: "checked 2 files: 1 whole, 1 failed")
    let report = try await session.run(words: ["check", "--json", name]).lines(of: Report.self)
    #expect(report.map(\.path) == [name])
  }

  @Test("check prints an object for each file")
  func checkJSON() async throws {
    let session = try await session()
    let reports = try await session.run("check --json whole.jpg cut.jpg").lines(of: Report.self)
    try #require(reports.count == 2)
    #expect(reports[0].finding == "whole" && reports[0].format == "jpeg")
    #expect(max(reports[0].width ?? 0, reports[0].height ?? 0) == 320)
    #expect(reports[0].reason == nil && reports[0].thumbnail == nil)
    #expect(reports[1].path == "cut.jpg" && reports[1].finding == "failed")
    #expect(reports[1].reason?.hasPrefix("the file ends before the image does") == true)
  }

  @Test("check warns of a name that ends as those of another format")
  func misnamed() async throws {
    let session = try await session()
    try FileManager.default.copyItem(
      atPath: session.folder.appending("whole.jpg"), toPath: session.folder.appending("wrong.PNG"))
    let reports = try await session.run("check --json whole.jpg wrong.PNG").lines(of: Report.self)
    #expect(reports.map(\.warnings) == [[], ["the name ends with .png"]])
    #expect(reports.allSatisfy { $0.finding == "whole" })
  }

  @Test("Each limit of check is an option, and the reason names the one that was exceeded")
  func limits() async throws {
    let session = try await session()
    for (option, limit) in [("--max-pixels 1000", "1000"), ("--max-edge=100", "100 along an edge")]
    {
      try await session.run("check \(option) whole.jpg").expect(
        exits: 0,
        output: "not decoded  whole.jpg: jpeg, … pixels are over the limit of \(limit)",
        errors: "checked 1 file: 1 not decoded")
    }
    #expect(
      try await session.run(
        "check --max-memory 1 --max-scans 9 --max-warnings 0 --max-seconds 9 whole.jpg"
      ).exitCode == 0)
  }

  @Test("thumbnail writes a PNG for each intact file, and a second run writes the same")
  func thumbnail() async throws {
    let session = try await session()
    let line = "thumbnail whole.jpg cut.jpg video.mp4 -o deep/small --edge 50 --json"
    let run = try await session.run(line)
    #expect(run.exitCode == 1)
    #expect(run.errors == "made 1 thumbnail, 2 failed\n")
    let reports = try run.lines(of: Report.self)
    #expect(reports.map(\.finding) == ["whole", "failed", "failed"])
    #expect(reports.map(\.thumbnail) == ["deep/small/whole.jpg.png", nil, nil])
    #expect(
      reports.last?.reason == "mp4 is not decoded")
    let path = session.folder.appending("deep/small")
    let bytes = try Data(contentsOf: URL(filePath: path + "/whole.jpg.png"))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(max(bytes[19], bytes[23]) == 50)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["whole.jpg.png"])
    #expect(try await session.run(line).output == run.output)
    #expect(try Data(contentsOf: URL(filePath: path + "/whole.jpg.png")) == bytes)
  }

  @Test("thumbnail never replaces an image or another thumbnail")
  func collisions() async throws {
    let session = try await session()
    try await session.run("thumbnail whole.jpg ./whole.jpg -o small").expect(
      exits: 2,
      errors: """
        photomirror: error: 'whole.jpg' and './whole.jpg' would both become whole.jpg.png
        hint: use a separate output directory for each input directory
        """)
    // The same file twice, and two names that differ only in Unicode normalization.
    let names = ["\u{e9}.jpg", "e\u{301}.jpg"]
    for name in names {
      try FileManager.default.copyItem(
        atPath: session.folder.appending("whole.jpg"), toPath: session.folder.appending(name))
    }
    try await session.run("thumbnail whole.jpg whole.jpg \(names[0]) \(names[1]) -o small")
      .expect(exits: 0, output: "…", errors: "made 4 thumbnails, 0 failed")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: session.folder.appending("small")).count
        == 3)
    let other = session.folder.appending("whole.jpg.png")
    try FileManager.default.copyItem(
      atPath: session.folder.appending("whole.jpg"), toPath: other)
    try await session.run("thumbnail whole.jpg whole.jpg.png -o .").expect(
      exits: 1,
      output: """
        failed  whole.jpg: its thumbnail would replace the image ./whole.jpg.png
        whole  whole.jpg.png: jpeg, …
        """,
      errors: "made 1 thumbnail, 1 failed")
  }

  @Test("thumbnail ends if its directory cannot be created")
  func directory() async throws {
    let session = try await session()
    try await session.run("thumbnail whole.jpg -o whole.jpg/small").expect(
      exits: 4, errors: "photomirror: error: cannot create the directory whole.jpg/small: …")
    #expect(try await session.run("thumbnail whole.jpg").exitCode == 2)
  }

  @Test(
    "check and thumbnail report their results so far when they are interrupted",
    arguments: ["check", "thumbnail"])
  func interrupted(command: String) async throws {
    let session = try await session()
    // Nearly a minute of work, so that the signal arrives in time.
    let names = (0..<20_000).map { "\($0).jpg" }
    for name in names {
      try FileManager.default.createSymbolicLink(
        atPath: session.folder.appending(name), withDestinationPath: "whole.jpg")
    }
    let process = try session.start(
      command + (command == "check" ? " " : " -o small ") + names.joined(separator: " "))
    _ = try #require(await process.line(containing: "whole  9.jpg"))
    process.send(SIGINT)
    let run = await process.end()
    let told = run.output.split(separator: "\n")
    #expect(told.indices.allSatisfy { told[$0].hasPrefix("whole  \($0).jpg: jpeg, ") })
    let count = told.count
    #expect(count < names.count && run.output.hasSuffix("\n"))
    let number = count < 1000 ? "\(count)" : "…"
    run.expect(
      exits: 130, output: "…",
      errors: (command == "check"
        ? "checked \(number) of 20,000 files: \(number) whole"
        : "made \(number) thumbnails, 0 failed, of 20,000 files") + "\ninterrupted")
    guard command == "thumbnail" else { return }
    let made = try FileManager.default.contentsOfDirectory(
      atPath: session.folder.appending("small"))
    #expect(made.count == count)
  }
}

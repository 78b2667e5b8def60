import Foundation
import StrictStore
import TestSupport
import Testing

/// Runs the commands of the README line by line, as a reader would copy them.
@Suite("The README")
struct ReadmeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every fenced block of a language, each as its lines.
  private static func blocks(of language: String) throws -> [[Substring]] {
    let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    return text.components(separatedBy: "```\(language)\n").dropFirst().map { block in
      block.components(separatedBy: "\n```")[0].split(separator: "\n")
    }
  }

  /// Every Swift file under `samples`, as its lines without indentation.
  private static func samples() throws -> [[Substring]] {
    let folder = root.appending(path: "samples")
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map { file in
      let text = try String(contentsOf: file, encoding: .utf8)
      return text.split(separator: "\n").map { $0.trimmingPrefix(while: \.isWhitespace) }
    }
  }

  @Test("Every command in the README and in the topics of the help succeeds")
  func commands() async throws {
    var session = try await Session("--photos", "60", "--pictures", "10")
    let store = try StrictStore()
    session.environment["AWS_ACCESS_KEY_ID"] = "AKIDEXAMPLE"
    session.environment["AWS_SECRET_ACCESS_KEY"] = "hush/hush"
    session.environment["AWS_REGION"] = "us-east-1"
    let server = try StrictDAV()
    session.environment["PHOTOMIRROR_WEBDAV_PASSWORD"] = "hush/hush"
    // The sample server replaces Flickr; the environment gives the API's address.
    let feeds = session.server.address.absoluteString + "services/feeds/"
    var shown = try Self.blocks(of: "sh").joined().map(String.init)
    for topic in ["sources", "changes", "care", "files", "storage"] {
      let commands = try await manual(topic, session)
      #expect(commands.count >= 2)
      shown += commands
    }
    let lines = shown.map { line in
      line.replacing("https://www.flickr.com/services/feeds/", with: feeds)
        .replacing("https://s3.example.org", with: store.endpoint)
        .replacing("webdavs://me@cloud.example.org/", with: server.location(""))
        .replacing("photomirror fetch", with: "photomirror fetch --private-host 127.0.0.1")
    }
    #expect(lines.count > 8)
    let photo = try #require(try await session.list().first)
    let picture = try await Curl.get(photo.size("Medium")?.url ?? "", []).body
    try ZipWriter.archive([.init("boat_71_o.jpg", picture)])
      .write(to: URL(fileURLWithPath: session.folder.appending("data-download-1.zip")))
    for line in lines {
      let path = BuiltProducts.directory + ":/usr/bin:/bin"
      let run = try await CommandRun.run(
        "/bin/sh", ["-c", line],
        environment: session.environment.merging(["PATH": path]) { $1 },
        workingDirectory: session.folder.path)
      #expect(run.exitCode == 0, "\(line)\n\(run.errors)")
    }
    #expect(session.mirror().photos.count >= 20)
    #expect(session.mirror("fetched").photos.count == 20 && store.complaints.isEmpty)
  }

  /// The commands of a topic of the help, which may be continued on the next line.
  private func manual(_ topic: String, _ session: Session) async throws -> [String] {
    let text = try await session.run("help \(topic)").output
      .replacingOccurrences(of: #" \\\n +"#, with: " ", options: .regularExpression)
    return text.split(separator: "\n").map { $0.trimmingPrefix(while: \.isWhitespace) }
      .filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
  }

  @Test("Every piece of Swift in the README is in a sample")
  func swift() throws {
    let blocks = try Self.blocks(of: "swift")
    let samples = try Self.samples()
    #expect(!blocks.isEmpty)
    for block in blocks {
      let lines = block.map { $0.trimmingPrefix(while: \.isWhitespace) }
      #expect(samples.contains { $0.contains(lines) }, "\(block.joined(separator: "\n"))")
    }
  }

  @Test("The folders that the provider's guide builds exist, so that a reader can copy them")
  func provider() throws {
    let folder = Self.root.appending(path: "samples/JSONFeedProvider")
    let guide = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    let paths = guide.matches(of: /path: "(\w+)"/).map { String($0.1) }
    #expect(paths.sorted() == ["Module", "Provider", "Tests"])
    for path in paths {
      #expect(FileManager.default.fileExists(atPath: folder.appending(path: path).path), "\(path)")
    }
  }

  @Test("Every file that the README links to exists")
  func links() throws {
    let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let targets = text.matches(of: /\]\(([^):#]+)\)/).map { String($0.1) }
    #expect(targets.count >= 4)
    for target in targets {
      let path = Self.root.appending(path: target).path
      #expect(FileManager.default.fileExists(atPath: path), "\(target) is missing")
    }
  }
}

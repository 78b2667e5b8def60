import Foundation
import TestSupport
import Testing

@Suite("The scripts")
struct ScriptTests {
  private static let site = "Tests/Programs/site.sh"

  /// Shell and Python, by their first line or their extension: their paths, and their lines without comments.
  private static let scripts: [(path: String, lines: [Substring])] = {
    [".ci", "Tests", "samples", "Plugins"].flatMap { (folder: String) in
      let place = SourceTree.root.appending(path: folder)
      let names = FileManager.default.enumerator(atPath: place.path)?.compactMap { $0 as? String }
      return (names ?? []).sorted().compactMap { name -> (path: String, lines: [Substring])? in
        guard !name.contains("Corpus/"), !name.contains(".build"),
          let text = try? String(contentsOf: place.appending(path: name), encoding: .utf8),
          text.hasPrefix("#!") || name.hasSuffix(".sh") || name.hasSuffix(".py")
        else { return nil }
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        return ("\(folder)/\(name)", lines)
      }
    }
  }()

  /// Each line that matches, after its script, but for those of site.sh.
  private static func lines(_ pattern: some RegexComponent) -> [String] {
    scripts.filter { $0.path != site }.flatMap { script in
      script.lines.filter { $0.contains(pattern) }.map { "\(script.path): \($0)" }
    }
  }

  private static func shell(_ commands: String) async throws -> CommandRun {
    try await CommandRun.run(
      "/usr/bin/env", ["sh", "-c", ". ./\(site)\n\(commands)"],
      workingDirectory: SourceTree.root.path)
  }

  @Test("Every script that needs the sample server has site.sh start it")
  func starts() {
    #expect(Self.scripts.count > 40)
    #expect(Self.lines(#/\/FlickrServer["', ]*(--|\$)/#) == [])
  }

  @Test("Every script waits by site.sh, which has a limit of time")
  func waits() {
    #expect(Self.lines(#/^ *until |[;&|] *until /#) == [])
  }

  @Test("site.sh ends a script whose server has ended, or says nothing until the limit")
  func limits() async throws {
    let over = try await Self.shell("await_that 0 $$ test -e /nowhere || echo over")
    #expect(over.output == "over\n")
    #expect(over.errors.contains("error: after 0 seconds there is no 'test -e /nowhere'"))
    let ended = try await Self.shell(
      "true & wait $!; await_that 60 $! test -e /nowhere || echo over")
    #expect(ended.output == "over\n")
    #expect(ended.errors.contains("error: a process ended before 'test -e /nowhere'"))
  }

  @Test("site.sh waits for the first text that matches")
  func said() async throws {
    let folder = try TemporaryDirectory()
    let file = folder.appending("said")
    let text = "at http://127.0.0.1:9/ and http://127.0.0.1:8/"
    let run = try await Self.shell(
      "echo '\(text)' >'\(file)'; await $$ '\(file)' 'http://[^ ]*/'; echo $said")
    #expect(run.output == "http://127.0.0.1:9/\n")
  }
}

import Foundation
import TestSupport
import Testing

/// The completions in their shells, and the manual pages in mandoc.
@Suite("Shells and the manual")
struct ShellTests {
  private static let completions = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../samples/Distribution/completions").standardizedFileURL.path

  /// The lines that a shell's program writes.
  private func lines(
    _ shell: String, _ program: String, _ line: String
  ) async throws -> [String] {
    let folder = try TemporaryDirectory()
    let configuration = folder.appending("config.toml")
    try Data("[mirror.holidays]\nsource = 'flickr:recent'\ndirectory = '/photos'\n".utf8)
      .write(to: URL(filePath: configuration))
    let run = try await CommandRun.run(
      "/usr/bin/env", [shell] + (shell == "zsh" ? ["-f"] : []) + ["-c", program],
      environment: [
        "COMPLETIONS": Self.completions, "TYPED": line, "TERM": "dumb",
        "PHOTOMIRROR_CONFIG": configuration,
        "PATH": "\(BuiltProducts.directory):/usr/local/bin:/usr/bin:/bin",
      ])
    #expect(run.exitCode == 0 && run.errors == "")
    return run.output.split(separator: "\n").map(String.init)
  }

  private static let bash = """
    source "$COMPLETIONS/photomirror.bash"
    compopt() { :; }
    COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
    COMP_LINE=$TYPED COMP_POINT=${#TYPED}
    _photomirror
    printf '%s\\n' "${COMPREPLY[@]}"
    """

  /// `_describe` and `_files` write what they are given.
  private static let zsh = """
    compdef() { :; }
    _describe() { local -a shown; shown=("${(@P)4}"); print -l -- "${(@)shown%%:*}"; }
    _files() { print -- ":files $*"; }
    source "$COMPLETIONS/_photomirror"
    words=("${(@s: :)TYPED}"); CURRENT=$#words
    _photomirror
    """

  private static let fish = """
    source "$COMPLETIONS/photomirror.fish"
    complete -C "$TYPED" | string replace -r '\\t.*' ''
    true
    """

  @Test(
    "bash, zsh and fish complete commands, options and values",
    arguments: [("bash", bash), ("zsh", zsh), ("fish", fish)])
  func words(shell: String, program: String) async throws {
    #expect(try await lines(shell, program, "photomirror ver") == ["verify"])
    #expect(try await lines(shell, program, "photomirror status --js") == ["--json"])
    #expect(
      try await lines(shell, program, "photomirror sync --progress li").sorted()
        == ["lines", "live"])
    #expect(try await lines(shell, program, "photomirror sync holi") == ["holidays"])
    #expect(try await lines(shell, program, "photomirror schedule holi") == ["holidays"])
    #expect(try await lines(shell, program, "photomirror schedule holidays we") == ["weekly"])
  }

  @Test("bash and fish complete a source that contains a colon")
  func sources() async throws {
    // bash replaces what follows the colon.
    #expect(try await lines("bash", Self.bash, "photomirror sync flickr:rec") == ["recent"])
    #expect(try await lines("fish", Self.fish, "photomirror sync flickr:rec") == ["flickr:recent"])
  }

  @Test("zsh completes directories after a source")
  func directories() async throws {
    #expect(
      try await lines("zsh", Self.zsh, "photomirror sync flickr:recent ") == [":files -/"])
  }

  @Test("mandoc finds nothing to criticise in the manual pages")
  func manual() async throws {
    let folder = try TemporaryDirectory()
    let photomirror = BuiltProducts.path("photomirror")
    let overview = try await CommandRun.run(photomirror, ["help", "--man"]).output
    let commands = overview.split(separator: "\n").filter { $0.hasPrefix(".Xr photomirror-") }
      .map { String($0.dropFirst(".Xr photomirror-".count).prefix { $0.isLetter }) }
    #expect(commands.count >= 18 && commands.contains("sync"))
    for command in commands + [""] {
      let words = ["help", "--man"] + (command.isEmpty ? [] : [command])
      let page = try await CommandRun.run(photomirror, words)
      #expect(page.exitCode == 0)
      let file = folder.appending("page.1")
      try page.output.write(toFile: file, atomically: true, encoding: .utf8)
      let lint = try await CommandRun.run("/usr/bin/env", ["mandoc", "-Tlint", file])
      // The other pages are not installed.
      let notes = lint.output.split(separator: "\n").filter {
        !$0.contains("referenced manual not found")
      }
      #expect(notes.isEmpty, "\(command): \(notes)")
    }
  }
}

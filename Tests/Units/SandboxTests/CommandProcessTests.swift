import Sandbox
import Testing

@Suite("The process of the command at the end of a run")
struct CommandProcessTests {
  @Test("It runs the line that it got at its start, with variables of a run and no others")
  func variables() throws {
    let line =
      #"test "$HOME" = /nowhere && test "$PHOTOMIRROR_RUN_STATUS" = 3 && test -z "$OTHER""#
    let process = try CommandProcess(line: line, environment: ["HOME=/nowhere"])
    #expect(process.run(["OTHER=1", "HOME=/", "PHOTOMIRROR_RUN_STATUS=3"]) == nil)
    #expect(process.run(["PHOTOMIRROR_RUN_STATUS=4"]) == "it failed with exit status 1")
  }
}

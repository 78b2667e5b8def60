import Foundation
import TestSupport
import Testing

@Suite("Running other programs")
struct CommandRunTests {
  private let shell = "/bin/sh"

  @Test("A program's output, errors and exit code are returned separately and completely")
  func streams() async throws {
    let script = "echo out; echo err >&2; head -c 300000 /dev/zero | tr '\\0' x; exit 7"
    let run = try await CommandRun.run(shell, ["-c", script])
    #expect(run.status == .exited(7) && run.exitCode == 7)
    #expect(run.output == "out\n" + String(repeating: "x", count: 300_000))
    #expect(run.errors == "err\n")
  }

  @Test("A program gets the given working directory and environment")
  func surroundings() async throws {
    let folder = try TemporaryDirectory()
    let run = try await CommandRun.run(
      shell, ["-c", "pwd -P; echo $COLOUR; echo ${HOME-none}"],
      environment: ["COLOUR": "blue", "HOME": nil], workingDirectory: folder.path)
    let path = URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path
    #expect(run.output == "\(path)\nblue\nnone\n")
  }

  @Test("A signal reaches a waiting program and its children")
  func signals() async throws {
    let process = try RunningProcess(shell, ["-c", "echo ready >&2; sleep 600; echo never"])
    #expect(await process.line(containing: "ready", of: .errors) == "ready")
    process.send(SIGTERM)
    let run = await process.end()
    #expect(run.status == .killed(signal: SIGTERM) && run.output.isEmpty)
  }

  @Test("A program that exceeds its deadline is killed")
  func deadline() async throws {
    let run = try await CommandRun.run(shell, ["-c", "sleep 600"], deadline: .milliseconds(20))
    #expect(run.status == .overdue)
  }

  @Test("A line that never arrives is nil, and a missing program is an error")
  func absent() async throws {
    let process = try RunningProcess(shell, ["-c", "printf 'no end of line'"])
    #expect(await process.line(containing: "no end") == nil)
    await #expect(throws: POSIXError.self) { try await CommandRun.run("/no/such/program") }
  }
}

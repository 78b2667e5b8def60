import TestSupport
import Testing

@Suite("The sample server's command line")
struct ServerCommandTests {
  private let path = BuiltProducts.path("FlickrServer")

  @Test(
    "An invalid option of the sample server is an error that names it",
    arguments: [
      (["--no-such"], "--no-such"), (["--port", "65536"], "--port"),
      (["--photos", "-1"], "--photos"),
      (["--faults", "rain=1"], "rain"), (["--faults", "html=2"], "--faults"),
      (["--fault-photo", "5"], "--fault-photo"), (["--seed"], "--seed"),
    ])
  func usage(arguments: [String], name: String) async throws {
    let run = try await CommandRun.run(path, arguments)
    #expect(run.status == .exited(2) && run.output.isEmpty)
    #expect(run.errors.hasPrefix("FlickrServer: error: ") && run.errors.contains(name))
  }

  @Test("The sample server's --help names its options")
  func help() async throws {
    let run = try await CommandRun.run(path, ["--help"])
    #expect(run.status == .exited(0))
    for option in ["--port", "--photos", "--faults", "--fault-photo", "--rate", "--latency"] {
      #expect(run.output.contains(option))
    }
  }

  @Test("A port in use is an error of the sample server")
  func takenPort() async throws {
    let server = try await ServerProcess()
    let port = try #require(server.address.port)
    let run = try await CommandRun.run(path, ["--port", String(port)])
    #expect(run.status == .exited(1) && run.errors.contains("127.0.0.1:\(port)"))
    #expect(await server.stop().status == .exited(0))
  }

  @Test("The sample server exits with 0 on SIGTERM and SIGINT", arguments: [2, 15] as [Int32])
  func ends(signal: Int32) async throws {
    let server = try RunningProcess(path)
    _ = try #require(await server.line(containing: "listening on http://127.0.0.1:"))
    server.send(signal)
    #expect(await server.end().status == .exited(0))
  }
}

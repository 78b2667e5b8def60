import TestSupport
import Testing

@Suite("The sample server's command line")
struct ServerCommandTests {
  private let path = BuiltProducts.path("FlickrServer")

  @Test(
    "An invalid option of the sample server is an error that names it, and --help names all",
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
    let help = try await CommandRun.run(path, ["--help"])
    #expect(help.status == .exited(0))
    if name.hasPrefix("--"), name != "--no-such" { #expect(help.output.contains(name)) }
  }

  @Test("A port in use is an error of the sample server, which exits with 0 on SIGTERM and SIGINT")
  func ends() async throws {
    for signal in [2, 15] as [Int32] {
      let server = try RunningProcess(path)
      let line = try #require(await server.line(containing: "listening on http://127.0.0.1:"))
      let port = line.split(separator: ":").last?.dropLast().description ?? ""
      let run = try await CommandRun.run(path, ["--port", port])
      #expect(run.status == .exited(1) && run.errors.contains("127.0.0.1:\(port)"))
      server.send(signal)
      #expect(await server.end().status == .exited(0))
    }
  }
}

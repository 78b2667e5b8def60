import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The sample server, running on a port of its own until the value is let go.
package final class ServerProcess: Sendable {
  /// `http://127.0.0.1:PORT/`
  package let address: URL
  private let process: RunningProcess

  /// Where calls of the API go.
  package var endpoint: String { address.absoluteString + "services/rest/" }

  /// Why there is no server.
  package struct NotListening: Error {
    /// What the server has said.
    package let output: String
    /// What the server has said of errors.
    package let errors: String
  }

  /// Starts the server; it listens once this returns.
  ///
  /// - Parameter arguments: those of `FlickrServer --help`; the port is chosen where none is given.
  package init(_ arguments: [String] = [], deadline: Duration = .seconds(600)) async throws {
    process = try RunningProcess(
      BuiltProducts.path("FlickrServer"), arguments, deadline: deadline)
    guard let line = await process.line(containing: "listening on "),
      let address = line.split(separator: " ").last.flatMap({ URL(string: String($0)) })
    else {
      throw NotListening(output: process.standardOutput, errors: process.standardError)
    }
    self.address = address
  }

  /// What the server has counted since its start or the last reset.
  package func stats() async throws -> ServerStats { try await counts("stats") }

  /// Starts the counts anew.
  package func resetStats() async throws {
    let _: ServerStats = try await counts("reset-stats")
  }

  /// Asks it to end, and waits for that.
  package func stop() async -> CommandRun {
    process.send(SIGTERM)
    return await process.end()
  }

  /// Ends it without asking, as a crash does.
  package func kill() async {
    process.send(SIGKILL)
    _ = await process.end()
  }

  private func counts(_ path: String) async throws -> ServerStats {
    let url = address.appendingPathComponent(path)
    let (data, _) = try await URLSession.shared.data(from: url)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(ServerStats.self, from: data)
  }
}

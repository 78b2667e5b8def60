import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The sample server, running on a port of its own until the value is let go.
package final class ServerProcess: Sendable {
  /// `http://127.0.0.1:PORT/`
  package let address: URL
  /// The port, kept for another server after this one's end.
  package let port: ReservedPort
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
  /// - Parameters:
  ///   - arguments: those of `FlickrServer --help` but for the port.
  ///   - port: of a server that has ended; nil: another.
  package init(
    _ arguments: [String] = [], port: ReservedPort? = nil, deadline: Duration = .seconds(1800)
  ) async throws {
    self.port = try port ?? ReservedPort()
    process = try RunningProcess(
      BuiltProducts.path("FlickrServer"), ["--port", String(self.port.number)] + arguments,
      deadline: deadline)
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

/// What the sample server counts.
package struct ServerStats: Decodable, Sendable {
  /// By method.
  package let calls: [String: Int]
  /// Requests for pictures, whatever came of them.
  package let imageRequests: Int
  /// Of pictures' bodies, as far as they were handed to a connection.
  package let imageBytes: Int
  /// How many addresses of pictures were answered.
  package let distinctImages: Int
  /// Answers with status 206.
  package let partialAnswers: Int
  /// By kind, as `FlickrServer --help` names them.
  package let faults: [String: Int]
  /// Calls refused for the rate limit.
  package let throttled: Int
}

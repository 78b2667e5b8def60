import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The sample server, which runs on a port of its own until the value is released.
package final class ServerProcess: Sendable {
  /// `http://127.0.0.1:PORT/`
  package let address: URL
  /// The port, which stays reserved for another server after this one's end.
  package let port: ReservedPort
  private let process: RunningProcess

  /// Address of the API.
  package var endpoint: String { address.absoluteString + "services/rest/" }

  /// The reason why the server could not be started.
  package struct NotListening: Error {
    /// Standard output of the server.
    package let output: String
    /// Standard error of the server.
    package let errors: String
  }

  /// Starts the server; it listens when this returns.
  ///
  /// - Parameters:
  ///   - arguments: options of `FlickrServer --help` except the port.
  ///   - port: port of a server that has ended; nil: a new one.
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

  /// Counts since the start or the last reset.
  package func stats() async throws -> ServerStats { try await counts("stats") }

  /// Resets the counts.
  package func resetStats() async throws {
    let _: ServerStats = try await counts("reset-stats")
  }

  /// Changes a photo: see `/change` in `FlickrServer --help`.
  package func change(_ id: String, _ changes: [String: String]) async throws {
    try await change(changes.merging(["photo": id]) { $1 })
  }

  /// Reverses the order of all albums.
  package func reverseAlbums() async throws { try await change(["albums": "reversed"]) }

  /// Replaces the shares of faults, as of `--faults`; none if `shares` is empty.
  package func changeFaults(_ shares: String, seed: UInt64 = 0) async throws {
    try await change(["faults": shares, "seed": "\(seed)"])
  }

  private func change(_ changes: [String: String]) async throws {
    var url = URLComponents(
      url: address.appendingPathComponent("change"), resolvingAgainstBaseURL: false)
    url?.queryItems = changes.map { URLQueryItem(name: $0, value: $1) }
    guard let url = url?.url else { throw URLError(.badURL) }
    let (_, response) = try await URLSession.shared.data(from: url)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw URLError(.badServerResponse)
    }
  }

  /// Ends the server with SIGTERM and waits for its end.
  package func stop() async -> CommandRun {
    process.send(SIGTERM)
    return await process.end()
  }

  /// Kills the server, as a crash would.
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

/// Counts of the sample server.
package struct ServerStats: Decodable, Sendable {
  /// API calls by method.
  package let calls: [String: Int]
  /// Requests for images, whatever their result.
  package let imageRequests: Int
  /// Bytes of image bodies that were passed to a connection.
  package let imageBytes: Int
  /// Responses to image addresses.
  package let distinctImages: Int
  /// Responses with status 206.
  package let partialAnswers: Int
  /// Faults by kind, as named in `FlickrServer --help`.
  package let faults: [String: Int]
  /// Calls refused by the rate limit.
  package let throttled: Int
}

import Foundation
import TestSupport
import Testing

@Suite("The sample server's faults")
struct ServerFaultsTests {
  /// A server on which the first original always has `fault`.
  private func faulty(
    _ fault: String, _ options: String...
  ) async throws -> (client: ServerClient, address: String) {
    let plain = ServerClient(server: try await ServerProcess())
    let id = try await plain.original().id
    let server = try await ServerProcess(["--fault-photo", "\(id)=\(fault)"] + options)
    let client = ServerClient(server: server)
    return (client, try await client.original().address)
  }

  @Test("A broken body is shorter than its length; one that is cut silently is complete")
  func broken() async throws {
    for (fault, exitCode) in [("truncate", 18), ("reset", 56)] as [(String, Int32)] {
      let (client, address) = try await faulty(fault)
      let answer = try await client.get(address)
      #expect(answer.exitCode == exitCode && answer.status == 200)
      #expect(answer.body.count < Int(answer.headers["content-length"] ?? "") ?? 0)
      #expect(try await client.server.stats().faults == [fault: 1])
    }
    let (chunked, part) = try await faulty("truncate", "--chunked-every", "1")
    #expect(try await chunked.get(part).exitCode == 18)

    let (client, address) = try await faulty("truncate-silent")
    let cut = try await client.get(address)
    #expect(cut.exitCode == 0 && cut.headers["content-length"] == String(cut.body.count))
    let plain = ServerClient(server: try await ServerProcess())
    let whole = try await plain.get(try await plain.original().address)
    #expect(cut.body.count < whole.body.count && whole.body.starts(with: cut.body))
  }

  @Test(
    "Faults that are responses have their status and body",
    arguments: [
      ("403", 403, ""), ("404", 404, ""), ("410", 410, ""), ("429", 429, "<html>"),
      ("html", 200, "<!DOCTYPE html>"), ("placeholder", 302, ""),
    ])
  func answers(fault: String, status: Int, text: String) async throws {
    let (client, address) = try await faulty(fault)
    let answer = try await client.get(address)
    #expect(answer.status == status && answer.text.hasPrefix(text))
    if fault == "429" { #expect(answer.headers["retry-after"] == "1") }
    if fault == "html" { #expect(answer.headers["content-type"] == "image/jpeg") }
    guard fault == "placeholder" else { return }
    let target = try #require(answer.headers["location"])
    #expect(target.contains("photo_unavailable"))
    #expect(try await client.get(target).status == 200)
  }

  @Test("A stalled body ends with the server, which ends at once")
  func stall() async throws {
    let (client, address) = try await faulty("stall")
    let curl = try RunningProcess(
      "/usr/bin/env", ["curl", "-sSNi", address])
    _ = try #require(await curl.line(containing: "ETag"))
    #expect(await client.server.stop().status == .exited(0))
    #expect(await curl.end().exitCode == 18)
  }

  @Test("Faults of calls are reproducible by seed, begin and end; calls are limited by the second")
  func calls() async throws {
    let options = ["--faults", "105=0.5", "--seed", "7"]
    var runs: [[Bool]] = []
    for _ in 1...2 {
      let client = ServerClient(server: try await ServerProcess(options))
      var run: [Bool] = []
      for _ in 1...12 {
        run.append(try await client.call("flickr.photos.getRecent").contains("\"code\":105"))
      }
      runs.append(run)
      #expect(try await client.server.stats().faults["105"] == run.filter { $0 }.count)
    }
    #expect(runs[0] == runs[1] && Set(runs[0]) == [true, false])

    let client = ServerClient(server: try await ServerProcess())
    let picture = try await client.original().address
    let call = client.address("flickr.photos.getRecent", "")
    try await client.server.changeFaults("503=1")
    for address in [call, picture] { #expect(try await client.get(address).status == 503) }
    try await client.server.changeFaults("cut-call=1", seed: 7)
    let cut = try await client.get(call)
    #expect(cut.status == 200 && cut.exitCode == 18)
    #expect(try await client.get(picture).exitCode == 0)
    try await client.server.changeFaults("")
    #expect(try await client.get(call).exitCode == 0)

    let slow = ServerClient(server: try await ServerProcess(["--rate-limit", "0.01"]))
    #expect(try await slow.recent().photo.count == 100)
    let second = try await slow.get(slow.address("flickr.photos.getRecent", ""))
    #expect(second.status == 429)
    #expect((1...100).contains(Int(second.headers["retry-after"] ?? "") ?? 0))
    #expect(try await slow.server.stats().throttled == 1)
  }
}

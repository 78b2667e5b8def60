import Foundation
import TestSupport
import Testing

@Suite("The sample server's public feed")
struct ServerFeedTests {
  @Test("The public feed has the newest twenty photos, or an account's, as valid Atom or RSS")
  func formats() async throws {
    let client = ServerClient(server: try await ServerProcess(["--photos", "200"]))
    let newest = try await client.recent("per_page=20").photo
    for (query, mark) in [("?format=rss2", "<item>"), ("", "<entry>")] {
      let text = try await feed(client, query)
      _ = try XMLCheck(Data(text.utf8))
      #expect(text.components(separatedBy: mark).count == 21)
      for photo in newest { #expect(text.contains(":/photo/\(photo.id)<")) }
    }
    let text = try await feed(client, "?id=30000003@N02")
    let owners = text.components(separatedBy: "<flickr:nsid>").dropFirst()
    #expect(owners.count == 20 && owners.allSatisfy { $0.hasPrefix("30000003@N02<") })
    #expect(try await client.get(address(client, "?id=1@N1")).status == 404)
  }

  private func feed(_ client: ServerClient, _ query: String) async throws -> String {
    try await client.get(address(client, query)).text
  }

  private func address(_ client: ServerClient, _ query: String) -> String {
    "\(client.server.address.absoluteString)services/feeds/photos_public.gne\(query)"
  }
}

import Foundation
import TestSupport
import Testing

@Suite("The sample server's public feed")
struct ServerFeedTests {
  @Test(
    "The public feed has the newest twenty photos as valid Atom or RSS", arguments: [true, false])
  func formats(isRSS: Bool) async throws {
    let client = ServerClient(server: try await ServerProcess(["--photos", "200"]))
    let text = try await feed(client, isRSS ? "?format=rss2" : "")
    _ = try XMLCheck(Data(text.utf8))
    #expect(text.components(separatedBy: isRSS ? "<item>" : "<entry>").count == 21)
    for photo in try await client.recent("per_page=20").photo {
      #expect(text.contains(":/photo/\(photo.id)<"))
    }
  }

  @Test("The public feed of an account has only its photos")
  func account() async throws {
    let client = ServerClient(server: try await ServerProcess(["--photos", "200"]))
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

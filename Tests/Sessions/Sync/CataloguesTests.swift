import TestSupport
import Testing

/// Each catalogue's provider mirrors from a server that speaks as much of its interface as it needs.
@Suite("The catalogues", .serialized)
struct CataloguesTests {
  private func answer(_ text: String) -> [WireServer.Step] { [.ok(Array(text.utf8))] }

  @Test("A search of Openverse is mirrored over two pages, and what it does not list is said")
  func openverse() async throws {
    let site = try WireServer { request in
      let host = request.headers["host"] ?? ""
      guard request.target.hasPrefix("/v1/images/") else { return [.ok(TinyPicture.png)] }
      let number = request.target.contains("page=2") ? 2 : 1
      return answer(
        """
        {"result_count":90,"page_count":2,"page_size":20,"results":[
        {"id":"4bc43a04-ef46-4544-a0c1-63c63f56e27\(number)","url":"http://\(host)/\(number).png","license":"cc0"}]}
        """)
    }
    let session = try await Session("--photos", "1")
    let run = try await session.run(
      "sync --progress none --set openverse.api=\(site.url("/v1")) openverse:search?q=cat photos")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors.contains("Openverse found 90 pictures, and lists the first 40"))
    #expect(session.mirror().photos.count == 2 && session.mirror().flaws() == [])
  }

  @Test("A search of NASA's library is mirrored, and the files of older entries are asked for")
  func nasa() async throws {
    let site = try WireServer { request in
      let host = request.headers["host"] ?? ""
      if request.target.hasPrefix("/asset/old") {
        return answer(
          #"{"collection":{"items":[{"href":"http://\#(host)/old 1~orig.png"},{"href":"http://\#(host)/x.json"}]}}"#
        )
      }
      guard request.target.hasPrefix("/search?") else { return [.ok(TinyPicture.png)] }
      let isLast = request.target.contains("page=2")
      func item(_ id: String, _ links: String) -> String {
        "{\"data\":[{\"nasa_id\":\"\(id)\",\"media_type\":\"image\",\"center\":\"JSC\"}],\"links\":[\(links)]}"
      }
      let items =
        isLast
        ? item("new", "{\"href\":\"http://\(host)/new~orig.png\",\"rel\":\"canonical\"}")
        : item("old 1", "{\"href\":\"http://\(host)/old~thumb.jpg\",\"rel\":\"preview\"}")
      let links = isLast ? "" : "{\"rel\":\"next\",\"href\":\"x\"}"
      return answer(
        """
        {"collection":{"items":[\(items)],"metadata":{"total_hits":2},"links":[\(links)]}}
        """)
    }
    let session = try await Session("--photos", "1")
    let run = try await session.run(
      "sync --progress none --set nasa.api=\(site.url().dropLast()) nasa:search?q=moon photos")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(session.mirror().photos.count == 2 && session.mirror().flaws() == [])
    #expect(site.requests.contains { $0.target == "/old%201~orig.png" })
  }
}

import Foundation
import TestSupport
import Testing

/// Each site's provider mirrors from a server that speaks as much of the site's interface as it needs.
@Suite("The sites", .serialized)
struct SitesTests {
  private func answer(_ text: String, _ headers: [String] = []) -> [WireServer.Step] {
    [.ok(Array(text.utf8), headers)]
  }

  private func sync(_ words: String) async throws -> (run: CommandRun, session: Session) {
    let session = try await Session("--photos", "1")
    return (try await session.run("sync --progress none \(words) photos"), session)
  }

  @Test("An account of a Mastodon server is mirrored over two pages, without boosts")
  func mastodon() async throws {
    let site = try WireServer { request in
      let host = request.headers["host"] ?? ""
      func post(_ number: Int, boost: String = "null") -> String {
        """
        {"id":"\(number)","created_at":"2024-05-01T12:30:00.000Z","reblog":\(boost),"content":"<p>\(number)</p>",
        "account":{"id":"109","acct":"ada"},"media_attachments":[
        {"id":"m\(number)","type":"image","url":"http://\(host)/\(number).png"}]}
        """
      }
      if request.target.hasPrefix("/api/v1/accounts/lookup?acct=ada") {
        return answer(#"{"id":"109","acct":"ada","display_name":"Ada"}"#)
      }
      guard request.target.hasPrefix("/api/v1/accounts/109/statuses") else {
        return [.ok(TinyPicture.png)]
      }
      if request.target.contains("max_id=8") { return answer("[\(post(7))]") }
      // No link says that the page before was the last one.
      if request.target.contains("max_id=7") { return answer("[]") }
      let link = "Link: <http://\(host)/api/v1/accounts/109/statuses?max_id=8>; rel=\"next\""
      return answer("[\(post(9)),\(post(8, boost: "{\"id\":\"1\"}"))]", [link])
    }
    let server = site.url().dropLast()
    let (run, session) = try await sync(
      "--set mastodon.server=\(server) mastodon:ada@mastodon.example")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(session.mirror().photos.count == 2 && session.mirror().flaws() == [])
  }

  /// Ninety posts, in pages of forty, as Pixelfed gives them.
  private func pixelfed(ignoresMaxID: Bool = false) throws -> WireServer {
    try WireServer { request in
      let host = request.headers["host"] ?? ""
      if request.target.hasPrefix("/api/v1/accounts/lookup") {
        return answer(#"{"id":"109","acct":"ada"}"#)
      }
      guard request.target.hasPrefix("/api/v1/accounts/109/statuses") else {
        return [.ok(TinyPicture.png)]
      }
      let wanted = request.target.firstMatch(of: /max_id=(\d+)/).flatMap { Int($0.1) } ?? 1091
      let last = ignoresMaxID ? 1090 : wanted - 1
      let posts = stride(from: last, to: max(last - 40, 1000), by: -1).map { number in
        """
        {"id":"\(number)","content":"","account":{"id":"109","acct":"ada"},"media_attachments":[
        {"id":"m\(number)","type":"image","url":"http://\(host)/\(number).png"}]}
        """
      }
      return answer("[\(posts.joined(separator: ","))]")
    }
  }

  @Test("An account of a server that pages by max_id alone is mirrored to its last post")
  func maxID() async throws {
    let site = try pixelfed()
    let server = site.url().dropLast()
    let (run, session) = try await sync(
      "--thumbnail 0 --sidecar none --set mastodon.server=\(server) mastodon:ada@pixelfed.example")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(session.mirror().photos.count == 90)
  }

  @Test("A server that gives the first page for ever is refused, and its listing is not complete")
  func sameMaxID() async throws {
    let site = try pixelfed(ignoresMaxID: true)
    let server = site.url().dropLast()
    let (run, session) = try await sync(
      "--thumbnail 0 --sidecar none --set mastodon.server=\(server) mastodon:ada@pixelfed.example")
    #expect(run.exitCode == 1 && run.errors.contains("names the same page again"), "\(run.errors)")
    #expect(session.mirror().photos.count == 40)
  }

  @Test("An account of Bluesky is mirrored, and a file whose digest is another one is refused")
  func bluesky() async throws {
    let did = "did:plc:ewvi7nxzyoun6zhxrhs64oiz"
    // Of the picture, and of no bytes.
    let empty = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"
    let site = try WireServer { request in
      let host = request.headers["host"] ?? ""
      if request.target.hasPrefix("/xrpc/com.atproto.identity.resolveHandle") {
        return answer("{\"did\":\"\(did)\"}")
      }
      if request.target == "/\(did)" {
        return answer(
          """
          {"id":"\(did)","service":[{"type":"AtprotoPersonalDataServer","serviceEndpoint":"http://\(host)"}]}
          """)
      }
      guard request.target.hasPrefix("/xrpc/app.bsky.feed.getAuthorFeed") else {
        return [.ok(TinyPicture.png)]
      }
      let posts = ["raw", empty].enumerated().map { index, name in
        """
        {"post":{"uri":"at://\(did)/app.bsky.feed.post/\(index)","author":{"did":"\(did)"},"record":{"text":"x",
        "embed":{"images":[{"alt":"","image":{"ref":{"$link":"\(name)"},"size":70}}]}}}}
        """
      }
      return answer("{\"feed\":[\(posts.joined(separator: ","))]}")
    }
    let server = site.url().dropLast()
    let (run, session) = try await sync(
      "--set bluesky.api=\(server) --set bluesky.directory=\(server) bluesky:ada.bsky.social")
    #expect(run.exitCode == 1, "\(run.errors)")
    #expect(session.mirror().photos.count == 1 && session.mirror().flaws() == [])
  }

  @Test("A category of Wikimedia Commons is mirrored over two pages, with a contact")
  func commons() async throws {
    let site = try WireServer { request in
      let host = request.headers["host"] ?? ""
      guard request.target.hasPrefix("/w/api.php") else { return [.ok(TinyPicture.png)] }
      func page(_ number: Int) -> String {
        """
        "batchcomplete":true,"query":{"pages":[{"pageid":\(number),"title":"File:\(number).png","imageinfo":[
        {"mediatype":"BITMAP","url":"http://\(host)/\(number).png","size":70,"width":1,"height":1}]}]}
        """
      }
      if request.target.contains("gcmcontinue=b") { return answer("{\(page(2))}") }
      return answer("{\"continue\":{\"gcmcontinue\":\"b\",\"continue\":\"-\"},\(page(1))}")
    }
    let words = "--set commons.api=\(site.url("/w/api.php")) commons:category/Cats"
    let refused = try await sync(words).run
    #expect(refused.exitCode == 2 && refused.errors.contains("--contact"), "\(refused.errors)")
    let (run, session) = try await sync("--contact ada@example.org \(words)")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(session.mirror().photos.count == 2 && session.mirror().flaws() == [])
  }

  @Test("A collection of the Internet Archive is mirrored item by item")
  func archive() async throws {
    let site = try WireServer { request in
      if request.target.hasPrefix("/services/search/v1/scrape") {
        return answer(#"{"items":[{"identifier":"a"},{"identifier":"b"}],"count":2,"total":2}"#)
      }
      guard request.target.hasPrefix("/metadata/") else { return [.ok(TinyPicture.png)] }
      let item = request.target.dropFirst(10)
      return answer(
        """
        {"metadata":{"identifier":"\(item)","title":"Cats"},"files":[
        {"name":"one cat.png","source":"original","size":"70"},{"name":"two.png","source":"original","size":"70"}]}
        """)
    }
    let (run, session) = try await sync(
      "--set archive.site=\(site.url().dropLast()) archive:collection/cats")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(session.mirror().photos.count == 4 && session.mirror().flaws() == [])
    #expect(site.requests.contains { $0.target == "/download/a/one%20cat.png" })
  }
}

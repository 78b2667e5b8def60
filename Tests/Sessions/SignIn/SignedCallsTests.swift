import Foundation
import Locking
import TestSupport
import Testing

/// Sites that change their mind about a signed call or an account while a run reads a listing.
@Suite("Signed calls and accounts that end in the middle")
struct SignedCallsTests {
  /// A session that is signed in by its environment at a site.
  private func session(at site: WireServer) async throws -> Session {
    var session = try await Session("--photos", "1")
    session.environment["PHOTOMIRROR_FLICKR_ENDPOINT"] = site.url()
    session.environment["FLICKR_API_SECRET"] = "a-secret"
    session.environment["PHOTOMIRROR_FLICKR_TOKEN"] = "a-token"
    session.environment["PHOTOMIRROR_FLICKR_TOKEN_SECRET"] = "a-token-secret"
    return session
  }

  /// A page of one photo, whose image is at this server.
  private static func page(
    _ number: Int, of pages: Int, id: String, for request: WireServer.Request
  ) -> WireServer.Step {
    let host = "http://" + (request.headers["host"] ?? "")
    let body =
      #"{"photos":{"page":\#(number),"pages":\#(pages),"perpage":1,"total":\#(pages),"photo":["#
      + #"{"id":"\#(id)","owner":"1@N02","title":"t","url_o":"\#(host)/image/\#(id).png","#
      + #""width_o":1,"height_o":1}]},"stat":"ok"}"#
    return .ok(Array(body.utf8))
  }

  private static func problem(_ name: String) -> WireServer.Step {
    let body = "oauth_problem=\(name)"
    return .response(
      "401 Unauthorized",
      ["Content-Length: \(body.utf8.count)", "Date: Tue, 14 Nov 2023 22:13:20 GMT"],
      Array(body.utf8))
  }

  private static func nonce(_ request: WireServer.Request) -> String {
    let header = request.headers["authorization"] ?? ""
    return header.firstMatch(of: /oauth_nonce="([^"]+)"/).map { String($0.1) } ?? ""
  }

  @Test("A wrong clock is reported with the number of seconds by which it is wrong")
  func clock() async throws {
    let site = try WireServer { _ in [Self.problem("timestamp_refused")] }
    let run = try await session(at: site).run("sync flickr:user/1@N02 photos")
    #expect(run.exitCode == 3, "\(run.errors)")
    #expect(
      run.errors.contains(/this computer's clock is [0-9]{6,} seconds ahead of the site's/),
      "\(run.errors)")
    #expect(site.requests.count == 1)
  }

  @Test("A nonce that the site refuses is replaced at the next attempt")
  func nonce() async throws {
    let calls = Locked(0)
    let site = try WireServer { request in
      guard !request.target.hasPrefix("/image/") else { return [.ok(TinyPicture.png)] }
      let count = calls.withLock { count in
        count += 1
        return count
      }
      return count == 1
        ? [Self.problem("nonce_used")] : [Self.page(1, of: 1, id: "7", for: request)]
    }
    let run = try await session(at: site).run("sync flickr:user/1@N02 photos")
    #expect(run.exitCode == 0, "\(run.errors)")
    let nonces = site.requests.filter { !$0.target.hasPrefix("/image/") }.map(Self.nonce)
    #expect(nonces.count == 2 && Set(nonces).count == 2 && !nonces.contains(""))
  }

  @Test(
    "A sign-in revoked, or an account closed, in the middle of a listing keeps what was mirrored",
    arguments: [
      (98, "Invalid auth token", "sign in again"),
      (1, "User not found", "the account is deleted or private"),
      (5, "User deleted", "the account is deleted or private"),
    ])
  func ended(code: Int, message: String, hint: String) async throws {
    let site = try WireServer { request in
      guard !request.target.hasPrefix("/image/") else { return [.ok(TinyPicture.png)] }
      guard request.target.contains("&page=1&") || !request.target.contains("&page=") else {
        let body = #"{"stat":"fail","code":\#(code),"message":"\#(message)"}"#
        return [.ok(Array(body.utf8))]
      }
      return [Self.page(1, of: 3, id: "7", for: request)]
    }
    let session = try await session(at: site)
    let run = try await session.run("sync flickr:user/1@N02 photos")
    #expect(run.exitCode == 3, "\(run.errors)")
    #expect(run.errors.contains(message) && run.errors.contains(hint), "\(run.errors)")
    #expect(session.mirror().photos.count == 1)
    let source = try #require(try await session.status().sources.first)
    #expect(source.mirrored == 1 && !source.isComplete)
  }

  @Test("A photo whose id has more digits than any integer is mirrored once")
  func largeID() async throws {
    let id = "98765432109876543210987"
    let site = try WireServer { request in
      request.target.hasPrefix("/image/")
        ? [.ok(TinyPicture.png)] : [Self.page(1, of: 1, id: id, for: request)]
    }
    let session = try await session(at: site)
    for mirrored in [1, 0] {
      let run = try await session.run("sync flickr:user/1@N02 photos")
      #expect(run.exitCode == 0 && run.errors.contains("mirrored \(mirrored) photo"))
    }
    #expect(session.mirror().photos.count == 1 && session.mirror().photo(id) != nil)
    #expect(
      try catalogRows(session.mirror().catalog, "SELECT key FROM photos WHERE state = 'mirrored'")
        == [id])
  }

  @Test("A sign-in that is revoked while details are requested ends the run after all photos")
  func details() async throws {
    let site = try WireServer { request in
      if request.target.hasPrefix("/image/") { return [.ok(TinyPicture.png)] }
      guard request.target.contains("getPhotos") else {
        return [.ok(Array(#"{"stat":"fail","code":98,"message":"Invalid auth token"}"#.utf8))]
      }
      return [Self.page(1, of: 1, id: "7", for: request)]
    }
    let session = try await session(at: site)
    let run = try await session.run("sync --with comments flickr:user/1@N02 photos")
    #expect(run.exitCode == 3 && run.errors.contains("sign in again"), "\(run.errors)")
    #expect(session.mirror().photos.count == 1)
  }
}

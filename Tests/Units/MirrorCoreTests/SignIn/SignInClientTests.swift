import Foundation
import Locking
import MirrorTesting
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("A sign-in")
struct SignInClientTests {
  private static let manifest = Manifest(
    name: "site", version: "1", summary: "", sources: [.init(usage: "x", summary: "")],
    settings: ["oauth", "key", "secret", "token", "token-secret"].map {
      .init(name: $0, summary: "", isSecret: $0 != "oauth")
    },
    signIn: SignIn(
      Authorization(
        .oauth1, key: "key", secret: "secret", token: "token", tokenSecret: "token-secret"),
      endpoint: "oauth", parameters: ["perms": "read"]))
  private static let settings = ["oauth": "http://site/oauth/"]
  private static let secrets = ["key": "k", "secret": "s"]

  private static let requestToken =
    "oauth_callback_confirmed=true&oauth_token=rt-1&oauth_token_secret=r%26s"
  private static let accessToken =
    "fullname=Ada%20L&oauth_token=t-1&oauth_token_secret=t%26s&user_nsid=1%40N00&username=Ada"

  private func client(
    _ answers: [String: String], status: Int = 200
  ) throws -> (SignInClient, Wire) {
    let wire = Wire(answers, status: status)
    return (
      try SignInClient(
        Self.manifest, settings: Self.settings, secrets: Self.secrets, network: wire), wire
    )
  }

  @Test("A sign-in shows a page, takes a code, and gives the token and the account")
  func flow() async throws {
    let (client, wire) = try client([
      "request_token": Self.requestToken, "access_token": Self.accessToken,
    ])
    let pending = try await client.begin()
    #expect(pending.page == "http://site/oauth/authorize?oauth_token=rt-1&perms=read")
    let result = try await client.finish(pending, code: "123-456-789")
    #expect(result.token == "t-1" && result.tokenSecret == "t&s")
    #expect(result.account == Account(id: "1@N00", name: "Ada"))
    var first = OAuthCredentials(key: "k", secret: "s", parameters: ["oauth_callback": "oob"])
    #expect(wire.asked.first?.credentials == .oauth1(first))
    first.parameters = ["oauth_verifier": "123-456-789"]
    (first.token, first.tokenSecret) = ("rt-1", "r&s")
    #expect(wire.asked.last?.credentials == .oauth1(first))
  }

  @Test(
    "An answer without a token is malformed",
    arguments: ["", "<html>", "oauth_token=x", "oauth_callback_confirmed=false&oauth_token=x"])
  func unreadable(answer: String) async throws {
    let (client, _) = try client(["request_token": answer])
    await #expect {
      _ = try await client.begin()
    } throws: {
      ($0 as? ProviderFailure)?.kind == .malformed
    }
  }

  @Test(
    "Each problem that the site names has its sentence",
    arguments: [
      ("signature_invalid&debug_sbs=GET%26secret", "the site refuses the signature"),
      ("consumer_key_unknown", "the site does not accept the key"),
      ("token_rejected", "the sign-in is not valid any more"),
      ("verifier_invalid", "the site does not accept the code"),
      ("something_else", "the site refuses the signed request: something_else"),
    ])
  func problems(problem: String, sentence: String) async throws {
    let (client, _) = try client(["request_token": "oauth_problem=\(problem)"], status: 401)
    let failure = try await #require(throws: ProviderFailure.self) { try await client.begin() }
    #expect(failure.kind == .setting && failure.message == sentence)
    #expect(failure.hint != nil)
  }

  @Test("A wrong clock is reported with how much it is wrong")
  func clock() throws {
    let headers = ["date": "Tue, 14 Nov 2023 22:13:20 GMT"]
    let answer = SiteAnswer(
      status: 401, headers: headers, body: Array("oauth_problem=timestamp_refused".utf8), place: "")
    let problem = try #require(OAuthProblem(answer))
    #expect(
      problem.failure(for: "site", now: 1_700_000_420).message
        == "this computer's clock is 420 seconds ahead of the site's, which refuses the signature for that"
    )
    #expect(
      problem.failure(for: "site", now: 1_699_999_000).message.contains("1000 seconds behind"))
    #expect(
      problem.failure(for: "site", now: 1_700_000_000).message
        == "the site refuses the time in the signature")
  }

  @Test("A refused nonce is tried again")
  func nonce() throws {
    let answer = SiteAnswer(status: 401, body: Array("oauth_problem=nonce_used".utf8), place: "")
    #expect(OAuthProblem(answer)?.failure(for: "site", now: 0).kind == .retryLater)
  }

  @Test("An answer that reports no OAuth problem gives none", arguments: [200, 401, 404])
  func noProblem(status: Int) {
    let bodies = ["", "oauth_problem=", "<html>oauth_problem=x</html>", "stat=fail"]
    for body in status == 200 ? bodies + ["oauth_problem=x"] : bodies {
      #expect(OAuthProblem(SiteAnswer(status: status, body: Array(body.utf8), place: "")) == nil)
    }
  }

  @Test("A sign-in without the key's secret says which setting it needs")
  func noSecret() throws {
    let failure = #expect(throws: ProviderFailure.self) {
      _ = try SignInClient(
        Self.manifest, settings: Self.settings, secrets: ["key": "k"],
        network: Wire([:], status: 200))
    }
    #expect(failure?.kind == .setting && failure?.message == "a sign-in needs site.secret")
  }

  @Test("A provider that offers no sign-in is refused")
  func none() {
    var manifest = Self.manifest
    manifest.signIn = nil
    let failure = #expect(throws: ProviderFailure.self) {
      _ = try SignInClient(
        manifest, settings: Self.settings, secrets: Self.secrets, network: Wire([:], status: 200))
    }
    #expect(failure?.kind == .unsupported)
  }

  @Test("A request that needs a sign-in names the setting that has no value, or is sent without")
  func missingSettings() throws {
    let settings = ["key": "k", "secret": "s"]
    var authorization = Authorization(
      .oauth1, key: "key", secret: "secret", token: "token", tokenSecret: "token-secret")
    let failure = #expect(throws: ProviderFailure.self) {
      try authorization.credentials(from: settings)
    }
    #expect(failure?.kind == .setting && failure?.message.contains("\"token\"") == true)
    authorization.isOptional = true
    #expect(try authorization.credentials(from: settings) == nil)
    let all = settings.merging(["token": "t", "token-secret": "ts"]) { $1 }
    #expect(
      try authorization.credentials(from: all)
        == .oauth1(OAuthCredentials(key: "k", secret: "s", token: "t", tokenSecret: "ts")))
  }
}

/// A network whose answers a test gives, by the last part of the address.
private final class Wire: Network {
  private let answers: [String: String]
  private let status: Int
  private let requests = Locked<[SiteRequest]>([])

  init(_ answers: [String: String], status: Int) { (self.answers, self.status) = (answers, status) }

  var asked: [SiteRequest] { requests.withLock(\.self) }

  func answer(to request: SiteRequest) async throws(FetchError) -> SiteAnswer {
    requests.withLock { $0.append(request) }
    let name = request.url.split(separator: "/").last.map(String.init) ?? ""
    return SiteAnswer(
      status: status, body: Array((answers[name] ?? "").utf8), place: request.url)
  }

  func download(
    _ request: FileRequest, progress: @escaping @Sendable (FileProgress) -> Void
  ) async throws(FetchError) -> DownloadedFile {
    throw FetchError(.other, "no downloads")
  }
}

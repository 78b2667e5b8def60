import MirrorTesting
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("The client of a site")
struct SiteClientTests {
  /// A site that answers each request with an OAuth problem.
  private struct Refusal: Network, DirectProvider {
    var authorization: Authorization?

    let manifest = Manifest(
      name: "site", version: "1", summary: "", sources: [.init(usage: "x", summary: "")])

    func pageRequest(for query: PageQuery) throws -> RequestDescription {
      var request = RequestDescription(url: "http://site/page")
      request.authorization = authorization
      return request
    }

    func page(from answer: Answer, for query: PageQuery) throws -> Page {
      throw ProviderFailure(.source, "read by the provider")
    }

    func answer(to request: SiteRequest) async throws(FetchError) -> SiteAnswer {
      SiteAnswer(
        status: 401, body: Array("oauth_problem=token_revoked".utf8), place: request.url)
    }

    func download(
      _ request: FileRequest, progress: @escaping @Sendable (FileProgress) -> Void
    ) async throws(FetchError) -> DownloadedFile { throw FetchError(.refused, "no files") }
  }

  private func failure(_ authorization: Authorization?) async throws -> ProviderFailure {
    let site = Refusal(authorization: authorization)
    let announcer = Announcer(nil)
    let client = SiteClient(
      provider: site, query: PageQuery(selector: "x"),
      secrets: authorization == nil ? [:] : ["token": "t"], network: site,
      retry: .network(attempts: 1, retriesOutages: false), announcer: announcer)
    let error = await #expect(throws: (any Error).self) {
      _ = try await client.page(at: ListingPlace())
    }
    await announcer.close()
    return try #require(error?.providerFailure)
  }

  @Test("An OAuth problem in the answer to a request with credentials is a failure of the sign-in")
  func signed() async throws {
    let failure = try await failure(Authorization(.bearer, token: "token"))
    #expect(failure.kind == .setting && failure.message == "the sign-in is not valid any more")
  }

  @Test("An OAuth problem in the answer to a request without credentials is left to the provider")
  func unsigned() async throws {
    #expect(try await failure(nil).message.contains("read by the provider"))
  }
}

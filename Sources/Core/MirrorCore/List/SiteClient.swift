import Foundation
import Operations
import ProviderKit
import Redaction

/// Queries a site for its provider: the provider describes the request, the network performs it, the provider
/// parses the response. Retries transient failures.
package struct SiteClient: Sendable {
  let provider: any ProviderChannel
  let query: PageQuery
  let secrets: [String: String]
  let network: any Network
  let retry: RetryPolicy
  /// How long requests that are not about a single photo are retried after server errors.
  var retryTime = Duration.zero
  let announcer: Announcer
  /// What the names in selectors stand for.
  var names: NameResolver
  /// Nil if calls are not limited.
  var pace: (any CallPermit)?
  /// Whether details are reported.
  let isVerbose: Bool
  private let secretHosts: SecretHosts

  init(
    provider: any ProviderChannel, query: PageQuery, secrets: [String: String],
    network: any Network, retry: RetryPolicy, announcer: Announcer,
    names: NameResolver = NameResolver(), pace: (any CallPermit)? = nil, isVerbose: Bool = false
  ) {
    (self.provider, self.query, self.secrets) = (provider, query, secrets)
    (self.network, self.retry, self.announcer) = (network, retry, announcer)
    self.names = names
    (self.pace, self.isVerbose) = (pace, isVerbose)
    secretHosts = SecretHosts(
      provider.manifest, names: Set(secrets.filter { !$0.value.isEmpty }.keys))
  }

  /// The most requests in a row that a page may name in addition to its own.
  private static let mostRounds = 8

  /// The page of the listing at a place, and the number of bytes it was read from.
  /// - Throws: `RetryExhausted` around a ``ProviderFailure`` or ``FetchError``, a ``ProviderFailure`` if no
  ///   request can be made, or `CancellationError`.
  func page(at place: ListingPlace) async throws -> (page: Page, byteCount: Int64) {
    let (page, byteCount) = try await resolvedPage(at: place)
    for note in page.notes {
      announcer.announce(.noted(.provider(redaction.redact(note))))
    }
    return (page, byteCount)
  }

  /// Looks a remembered name up anew if the site does not know its id any more.
  private func resolvedPage(
    at place: ListingPlace
  ) async throws -> (page: Page, byteCount: Int64) {
    do {
      return try await page(for: await wanted(at: place))
    } catch  where error.providerFailure?.kind == .source {
      guard place.cursor == nil, place.part == nil, await names.forget(query.selector) else {
        throw error
      }
      return try await page(for: await wanted(at: place))
    }
  }

  /// The query of a place, with the id that its selector stands for.
  private func wanted(at place: ListingPlace) async throws -> PageQuery {
    var query = query
    query.cursor = place.cursor
    if let part = place.part {
      (query.selector, query.parameters, query.cursor) = (
        part.selector, part.parameters, part.cursor
      )
    }
    let wanted = query
    query.resolved = try await names.value(for: wanted, isOwn: place.part == nil) {
      try await lookUp(wanted)
    }
    return query
  }

  /// The result of the look-ups for a selector; nil if there are none.
  private func lookUp(_ query: PageQuery) async throws -> Resolution? {
    var query = query
    query.cursor = nil
    for _ in 0..<NameResolver.mostSteps {
      let wanted = query
      guard let request = try await provider.ask(.resolveRequest, wanted).request else {
        return nil
      }
      let resolution = try await ask(request, for: nil) { answer, _ in
        try await provider.ask(.resolution, PageQuestion(answer: answer, query: wanted))
      }
      if resolution.value != nil { return resolution }
      query.cursor = resolution.next
    }
    throw ProviderFailure(
      .malformed,
      "\(provider.manifest.name) finds no id for \"\(query.selector)\" in \(NameResolver.mostSteps) lookups"
    )
  }

  /// The page with the answers to all requests that it needs.
  private func page(for wanted: PageQuery) async throws -> (page: Page, byteCount: Int64) {
    let request = try await provider.ask(.pageRequest, wanted)
    let first = try await ask(request, for: nil) { answer, place in
      (try await read(answer, [], for: wanted, at: place), answer, place)
    }
    var (page, further) = (first.0, [Answer]())
    for _ in 0..<Self.mostRounds where !page.more.isEmpty {
      for request in page.more {
        guard further.count < JointLimits.entries else {
          throw ProviderFailure(
            .malformed, "a page needs more than \(JointLimits.entries) further requests")
        }
        further.append(try await ask(request, for: nil) { answer, _ in answer })
      }
      page = try await read(first.1, further, for: wanted, at: first.2)
    }
    guard page.more.isEmpty else {
      throw ProviderFailure(.malformed, "a page names further requests repeatedly")
    }
    return (page, ([first.1] + further).reduce(0) { $0 + Int64($1.body.utf8.count) })
  }

  private func read(
    _ answer: Answer, _ further: [Answer], for wanted: PageQuery, at place: String
  ) async throws -> Page {
    do {
      var page = try await provider.ask(
        .page, PageQuestion(answer: answer, further: further, query: wanted))
      page.refused = page.refused.map(redaction.redact)
      page.missing = page.missing.map(redaction.redact)
      page.skipped = page.skipped.map { $0.redacted(by: redaction) }
      return page
    } catch var failure as ProviderFailure where failure.kind == .malformed {
      // The message names the page that cannot be read.
      failure.message = "\(place): \(failure.message)"
      throw failure
    }
  }

  /// What an account has, as far as the site lists it: albums, galleries, groups.
  package func sources(_ body: ([ListedSource]) async throws -> Void) async throws {
    var query = try await wanted(at: ListingPlace())
    var seen: Set<String?> = [nil]
    repeat {
      let wanted = query
      let request = try await provider.ask(.sourcesRequest, wanted)
      let page = try await ask(request, for: nil) { answer, _ in
        try await provider.ask(.sources, PageQuestion(answer: answer, query: wanted))
      }
      try await body(page.listings)
      query.cursor = page.next
    } while query.cursor != nil && seen.insert(query.cursor).inserted
  }

  /// The account that is signed in.
  package func account() async throws -> Account {
    let settings = query.settings
    let request = try await provider.ask(.accountRequest, AccountQuestion(settings: settings))
    secretHosts.note(first: request.url)
    return try await ask(request, for: nil) { answer, _ in
      try await provider.ask(.account, AccountQuestion(answer: answer, settings: settings))
    }
  }

  /// The sizes of a photo whose listing contains none.
  func renditions(of job: PhotoJob) async throws -> [Rendition] {
    let wanted = PhotoQuery(
      photo: job.photo, settings: query.settings, secrets: query.secrets)
    let request = try await provider.ask(.renditionsRequest, wanted)
    return try await ask(request, for: job.facts) { answer, _ in
      try await provider.ask(.renditions, PhotoQuestion(answer: answer, query: wanted)).renditions
    }
  }

  /// Parts of a photo's details: those that the site's answers contain, at least the wanted ones.
  /// - Returns: Also whether the site was asked; otherwise there is nothing to ask about this photo.
  func details(
    of photo: Photo, _ wanted: Set<PhotoDetails.Part>
  ) async throws -> (details: PhotoDetails, wasAsked: Bool) {
    var (details, rest, wasAsked) = (PhotoDetails(), wanted, false)
    for _ in 0..<Self.mostRounds where !rest.isEmpty {
      let query = PhotoQuery(
        photo: photo, settings: query.settings, secrets: query.secrets, parts: rest)
      let request: RequestDescription
      do {
        request = try await provider.ask(.detailsRequest, query)
      } catch  where error.providerFailure?.kind == .unsupported {
        // Such as a photo whose page has no oEmbed service.
        return (details.replacing(with: PhotoDetails(emptyIn: rest)), wasAsked)
      }
      wasAsked = true
      let found = try await ask(request, for: PhotoFacts(photo)) { answer, _ in
        try await provider.ask(.details, PhotoQuestion(answer: answer, query: query))
      }
      details = details.replacing(with: found)
      rest.subtract(found.parts)
    }
    guard rest.isEmpty else {
      throw ProviderFailure(
        .malformed, "\(provider.manifest.name) does not answer what it was asked about a photo")
    }
    return (details, wasAsked)
  }

  /// What the site says of a photo that it did not list.
  package func presence(of photo: Photo) async -> Presence {
    do {
      _ = try await renditions(
        of: PhotoJob(photo: photo, id: 0, stem: "", isSecondTry: true))
      return .there
    } catch {
      switch error.providerFailure?.kind {
      case .photo: return .gone
      case .unsupported: return .unasked
      default: return .unknown
      }
    }
  }

  /// The first request of the source is described anew, without what any answer or an earlier run contributed.
  private func checkSecrets(of description: RequestDescription) async throws {
    guard secretHosts.concern(description) else { return }
    if !secretHosts.isSettled {
      var first = query
      (first.cursor, first.resolved) = (nil, nil)
      let request =
        if let lookUp = try await provider.ask(.resolveRequest, first).request {
          // A look-up without a secret, such as that of a short address, is at another host.
          secretHosts.concern(lookUp) ? lookUp : (try? await sizesRequest) ?? lookUp
        } else {
          try await provider.ask(.pageRequest, first)
        }
      secretHosts.note(first: request.url)
    }
    try secretHosts.check(description)
  }

  private var sizesRequest: RequestDescription {
    get async throws {
      try await provider.ask(
        .renditionsRequest, PhotoQuery(photo: Photo(id: "0", owner: ""), settings: query.settings))
    }
  }

  /// Sites and gateways repeat the request in their messages, including the key.
  private var redaction: Redaction { Redaction(Array(secrets.values)) }

  private func ask<Result: Sendable>(
    _ description: RequestDescription, for photo: PhotoFacts?,
    reading: @Sendable (_ answer: Answer, _ place: String) async throws -> Result
  ) async throws -> Result {
    try await checkSecrets(of: description)
    let request = try SiteRequest(
      description, settings: query.settings.merging(secrets) { _, secret in secret },
      secrets: Array(secrets.values))
    let retry = photo == nil ? retry.waitingOutErrors(for: retryTime) : retry
    return try await retry.run { _ in
      let (answer, place) = try await self.answer(to: request)
      do {
        return try await reading(answer, place)
      } catch let failure as ProviderFailure {
        throw failure.redacted(by: redaction)
      }
    } onRetry: { notice in
      let retryLimit = photo == nil ? retryTime : .zero
      announcer.announce(.retrying(RetryFacts(notice, photo: photo, retryLimit: retryLimit)))
    }
  }
}

extension SiteClient {
  /// The answer as text, and its place. The bytes, a megabyte of a page, are not kept while the text is read.
  private func answer(to request: SiteRequest) async throws -> (Answer, place: String) {
    try await pace?.permit()
    let received = try await network.answer(to: request)
    if request.credentials != nil, let problem = OAuthProblem(received) {
      throw problem.failure(for: provider.manifest.name, now: Int64(Date().timeIntervalSince1970))
    }
    return (Answer(received), received.place)
  }
}

extension ProviderFailure {
  fileprivate func redacted(by redaction: Redaction) -> ProviderFailure {
    ProviderFailure(
      kind, redaction.redact(message), code: code, hint: hint.map(redaction.redact))
  }
}

extension SkippedEntry {
  fileprivate func redacted(by redaction: Redaction) -> SkippedEntry {
    SkippedEntry(
      id: redaction.redact(id), kind: redaction.redact(kind), reason: redaction.redact(reason))
  }
}

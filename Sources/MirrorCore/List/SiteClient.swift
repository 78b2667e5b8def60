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
  let announcer: Announcer
  /// Nil if calls are not limited.
  var pace: CallPace?
  /// Whether details are reported.
  var isVerbose = false

  /// The page of the listing at `cursor`, and the number of bytes it was read from.
  /// - Throws: `RetryExhausted` around a ``ProviderFailure`` or ``FetchError``, a ``ProviderFailure`` if no
  ///   request can be made, or `CancellationError`.
  func page(at cursor: String?) async throws -> (page: Page, byteCount: Int64) {
    var query = query
    query.cursor = cursor
    let wanted = query
    let request = try await provider.pageRequest(for: wanted)
    let (page, byteCount) = try await ask(request, for: nil) { answer, place in
      do {
        var page = try await provider.page(from: answer, for: wanted)
        page.refused = page.refused.map(redaction.redact)
        page.skipped = page.skipped.map { $0.redacted(by: redaction) }
        return (page, Int64(answer.body.utf8.count))
      } catch var failure as ProviderFailure where failure.kind == .malformed {
        // The message names the page that cannot be read.
        failure.message = "\(place): \(failure.message)"
        throw failure
      }
    }
    for note in page.notes {
      announcer.announce(.noted(.provider(redaction.redact(note))))
    }
    return (page, byteCount)
  }

  /// The sizes of a photo whose listing contains none.
  func renditions(of job: PhotoJob) async throws -> [Rendition] {
    let wanted = PhotoQuery(photo: job.photo, settings: query.settings)
    let request = try await provider.renditionsRequest(for: wanted)
    return try await ask(request, for: job.facts) {
      answer, _ in try await provider.renditions(from: answer, for: wanted)
    }
  }

  /// Sites and gateways repeat the request in their messages, including the key.
  private var redaction: Redaction { Redaction(Array(secrets.values)) }

  private func ask<Result: Sendable>(
    _ description: RequestDescription, for photo: PhotoFacts?,
    reading: @Sendable (_ answer: Answer, _ place: String) async throws -> Result
  ) async throws -> Result {
    let request = try SiteRequest(
      description, settings: query.settings.merging(secrets) { _, secret in secret },
      secrets: Array(secrets.values))
    return try await retry.run { _ in
      try await pace?.permit()
      let received = try await network.answer(to: request)
      do {
        return try await reading(Answer(received), received.place)
      } catch let failure as ProviderFailure {
        throw failure.redacted(by: redaction)
      }
    } onRetry: { notice in
      announcer.announce(.retrying(RetryFacts(notice, photo: photo)))
    }
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

extension Answer {
  fileprivate init(_ answer: SiteAnswer) {
    self.init(
      status: answer.status, headers: answer.headers,
      body: AnswerText.of(answer.body, contentType: answer.headers["content-type"]))
  }
}

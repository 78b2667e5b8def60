import Transfer

extension StoreClient {
  /// What follows from an answer.
  enum Verdict: Sendable {
    case done(StoreAnswer)
    /// Something was corrected: the same request may succeed now.
    case corrected
    /// The same request may succeed later.
    case passing(StoreError)
    case failed(StoreError)
  }

  /// What was corrected already for a request: each only once.
  struct Corrections: Sendable {
    var region = false
    var clock = false
    var credentials = false
    var digests = false
  }

  func judge(
    _ answer: StoreAnswer, to request: StoreRequest, _ corrections: inout Corrections
  ) async -> Verdict {
    let isSuccess = (200..<300).contains(answer.status)
    guard !isSuccess || request.mayFailLate else { return .done(answer) }
    let body = answer.body
    let root = await pool.run { body.isEmpty ? nil : AnswerDocument(body)?.root }
    if isSuccess, root?.name != "Error" {
      // A truncated or empty body proves nothing.
      return root == nil && request.mayFailLate && !body.isEmpty
        ? .passing(StoreError(.other, "the store's answer is not a document")) : .done(answer)
    }
    let code = root?.name == "Error" ? root?["Code"] ?? "" : ""
    let said = redaction.redact(root?["Message"] ?? "").filter { !$0.isNewline }
    var error = StoreError(answer, code, String(said.prefix(300)))
    if code == "SignatureDoesNotMatch", showsSignedText, let text = root?["StringToSign"] {
      let signed = redaction.redact(text).replacing("\n", with: " ").prefix(400)
      error = StoreError(error.kind, "\(error.message) (the server signs: \(signed))")
    }
    if request.digestHeader != nil, !corrections.digests, Self.mayRefuseHeader(answer, code),
      dropDigests()
    {
      corrections.digests = true
      return .corrected
    }
    return await follow(error, code, answer, root, &corrections)
  }

  /// Whether a server may answer so to a header that it does not know, as Backblaze B2 does. An answer to HEAD has no
  /// body, and so no code; with a region, that is what it corrects.
  private static func mayRefuseHeader(_ answer: StoreAnswer, _ code: String) -> Bool {
    switch code {
    case "InvalidArgument", "InvalidRequest", "NotImplemented", "UnsupportedHeader": true
    case "":
      [400, 501].contains(answer.status) && answer.headers.first("x-amz-bucket-region") == nil
    default: false
    }
  }

  private func follow(
    _ error: StoreError, _ code: String, _ answer: StoreAnswer, _ root: AnswerDocument.Element?,
    _ corrections: inout Corrections
  ) async -> Verdict {
    switch code {
    case "RequestTimeTooSkewed", "RequestExpired":
      guard !corrections.clock, correctClock(by: answer) else { return .failed(error) }
      corrections.clock = true
      return .corrected
    case "ExpiredToken", "TokenRefreshRequired", "InvalidAccessKeyId", "InvalidToken":
      guard !corrections.credentials, await reloadCredentials() else { return .failed(error) }
      corrections.credentials = true
      return .corrected
    case "SlowDown", "InternalError", "ServiceUnavailable", "RequestTimeout", "OperationAborted",
      "ConditionalRequestConflict", "BadDigest", "XAmzContentSHA256Mismatch",
      "XAmzContentChecksumMismatch", "IncompleteBody", "Throttling", "RequestLimitExceeded":
      return .passing(error)
    default: break
    }
    // An answer to HEAD has no body, and so no code.
    let isMisled =
      [301, 307, 400].contains(answer.status)
      && [
        "", "PermanentRedirect", "TemporaryRedirect", "AuthorizationHeaderMalformed",
        "IllegalLocationConstraintException",
      ].contains(code)
    if isMisled, !corrections.region,
      let region = answer.headers.first("x-amz-bucket-region") ?? root?["Region"],
      correctRegion(to: region)
    {
      corrections.region = true
      return .corrected
    }
    // An answer to HEAD does not name a skewed clock or expired credentials either.
    return [429, 500, 502, 503, 504].contains(answer.status) ? .passing(error) : .failed(error)
  }
}

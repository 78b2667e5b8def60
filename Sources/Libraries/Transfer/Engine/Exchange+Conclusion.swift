import CCurl

/// Results and next steps.
extension Exchange {
  /// Handles the end of the transfer. True if `begin` is to be called again, false if the job is
  /// complete.
  func conclude(_ code: CURLcode) -> Bool {
    do {
      return try goesOn(code)
    } catch {
      fail(error)
      return false
    }
  }

  /// Ends without a result: the job starts again later and resumes.
  func leave() { receiver.leave() }

  /// Since the job started.
  func bytesPerSecond(_ now: SuspendingClock.Instant) -> Double {
    Double(received) / max((now - started) / .seconds(1), .leastNormalMagnitude)
  }

  /// Writes the state that the download can resume by after a kill.
  func keep() throws(Fault) { try receiver.keep() }

  /// Why the transfer must be aborted now; nil if it may continue.
  func overdue(now: SuspendingClock.Instant) -> Fault? {
    let limit = timeLimit
    if now - started >= limit {
      return fault ?? Fault(.timedOut, "not finished within \(limit.seconds) seconds")
    }
    if job.isFile, now - started >= stall.allowance(bytes: max(promised ?? 0, received)) {
      return fault
        ?? Fault(.timedOut, "slower than \(StallWatch.leastRate) bytes a second on average")
    }
    guard stall.isStalled(bytes: received + (source?.sent ?? 0), now: now) else { return nil }
    let timeout = (job.stallTimeout ?? configuration.stallTimeout).seconds
    return fault ?? Fault(.stalled, "less than 1000 bytes a second for \(timeout) seconds")
  }

  /// The job's limit, and for a file the one of its length.
  private var timeLimit: Duration {
    guard job.isFile, phase == .body else { return job.deadline }
    return min(job.deadline, StallWatch.longest(promised: promised, received: received))
  }

  private func goesOn(_ code: CURLcode) throws(Fault) -> Bool {
    if let opened, let route, code == CURLE_OK, easy.isHTTP1 {
      connections.keep(opened, of: route, host: address.host)
    }
    if trust != nil, !isRefused, let route { connections.end(route, isWhole: code == CURLE_OK) }
    if let fault = fault ?? source?.fault { throw fault }
    if isRefused, code == CURLE_ABORTED_BY_CALLBACK {
      wantsNewConnection = true
      return true
    }
    if let repeatReason { return try goesOn(repeating: repeatReason) }
    let isDrained = phase == .drain && drained > Self.maximumDrain
    guard code == CURLE_OK || isDrained else {
      if let connectionFault, code == CURLE_COULDNT_CONNECT { throw connectionFault }
      if let proxy, let status = easy.connectStatus, status >= 400 {
        throw .refusal(of: proxy, status: status)
      }
      throw Fault(.init(curl: code), easy.explain(code))
    }
    guard phase != .head else { throw Fault(.interrupted, "the response ended within its headers") }
    if proxy == nil { privateHosts.note(answerOf: address.endpoint.name, from: easy.peer) }
    if configuration.notesRequests, let onNote = configuration.onNote {
      onNote(
        .answered(
          url: shownPlace, status: head.status, bytes: received, exchange: easy.facts))
    }
    if isFollowed {
      try follow()
      return true
    }
    var facts = easy.facts
    facts.connection = trust
    do throws(Fault) {
      try receiver.finish(
        from: address, isSelfDelimited: easy.isHTTP1 && head.isChunked, exchange: facts)
    } catch  where error.asksAgain {
      return try goesOn(repeating: error.reason)
    }
    return false
  }

  private func goesOn(repeating reason: String) throws(Fault) -> Bool {
    guard repeats < Self.maximumRepeats else { throw Fault(.protocolError, reason) }
    repeats += 1
    return true
  }

  private func follow() throws(Fault) {
    guard redirects < Self.maximumRedirects else {
      throw Fault(.protocolError, "more than \(Self.maximumRedirects) redirects")
    }
    guard let target = easy.redirectURL else {
      throw Fault(.protocolError, "the redirect has no valid address")
    }
    redirects += 1
    cookies.take(head, from: address)
    let next: Address
    do {
      next = try Address(target)
    } catch {
      throw Fault(.protocolError, "the redirect is refused: \(error.reason)")
    }
    // After a redirect to plain http anybody could have changed the body, unless its digest is
    // known.
    guard next.endpoint.isSecure || !address.endpoint.isSecure || job.hasDigest else {
      throw Fault(.protocolError, "a redirect from https to http is not followed")
    }
    guard next.endpoint.origin == job.address.endpoint.origin || !job.givesSecret(to: next) else {
      throw Fault(
        .protocolError,
        "the redirect to \(next.endpoint.origin) is refused: its address contains a secret of the "
          + "request")
    }
    address = next
  }
}

extension Duration {
  /// As messages show it: without a fraction if it is whole.
  fileprivate var seconds: String {
    let value = self / .seconds(1)
    return Int(exactly: value).map { String($0) } ?? String(value)
  }
}

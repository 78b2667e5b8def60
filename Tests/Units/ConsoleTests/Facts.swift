import MirrorCore

extension PhotoFacts {
  static func photo(_ id: String, title: String = "") -> PhotoFacts {
    PhotoFacts(id: id, owner: "ada", title: title)
  }
}

extension StoredFacts {
  static func stored(_ name: String, bytes: Int64 = 183_000, warnings: [String] = []) -> StoredFacts
  {
    StoredFacts(
      path: "ada/\(name).jpg", format: "jpeg", width: 1024, height: 683, byteCount: bytes,
      bytesFetched: bytes, warnings: warnings)
  }
}

extension FailureFacts {
  static func failure(
    _ reason: String, _ stage: Stage = .download, willRetry: Bool = true, isRefusal: Bool = false
  ) -> FailureFacts {
    FailureFacts(
      stage: stage, reason: reason, willRetry: willRetry, isRefusal: isRefusal, attempts: 1)
  }
}

extension MirrorEvent {
  static func begun(
    isResuming: Bool = false, isDryRun: Bool = false, isNewMirror: Bool = false
  ) -> MirrorEvent {
    .started(
      RunFacts(
        source: "flickr:recent", directory: "photos", isResuming: isResuming, isDryRun: isDryRun,
        isNewMirror: isNewMirror))
  }

  static func page(
    _ total: Int, isLast: Bool = true, refused: [String] = [], bytes: Int64 = 0
  ) -> MirrorEvent {
    .listed(
      PageFacts(
        number: 1, photos: total, knownTotal: total, isLast: isLast, refused: refused,
        byteCount: bytes))
  }

  static func progress(
    _ photo: PhotoFacts, _ received: Int64, of expected: Int64? = nil
  ) -> MirrorEvent {
    .progressed(ProgressFacts(photo: photo, received: received, expected: expected))
  }

  static func retry(_ photo: PhotoFacts?, _ reason: String, after delay: Duration) -> MirrorEvent {
    .retrying(RetryFacts(photo: photo, reason: reason, attempt: 1, delay: delay))
  }

  static func mirrored(_ id: String, bytes: Int64 = 183_000) -> MirrorEvent {
    .ended(.photo(id), .mirrored(.stored(id, bytes: bytes)))
  }
}

extension MirrorSummary {
  static func summary(
    _ ending: Ending = .finished, mirrored: Int = 0, known: Int = 0, failed: Int = 0,
    bytes: Int64 = 0, elapsed: Duration = .seconds(4)
  ) -> MirrorSummary {
    var summary = MirrorSummary(ending: ending)
    summary.totals.mirrored = mirrored
    summary.totals.known = known
    summary.totals.failed = failed
    summary.bytesFetched = bytes
    summary.elapsed = elapsed
    return summary
  }
}

extension MirrorDelegate {
  /// Emits `events` as a run does.
  func emit(_ events: [MirrorEvent]) {
    for event in events { mirror(didEmit: event) }
  }
}

import MirrorCore

/// An event as lines of text, safe to show.
enum EventLine {
  /// No lines for known photos, progress and retries of photos.
  static func lines(for event: MirrorEvent) -> [String] {
    switch event {
    case .started(let run): [line(run)]
    case .listed(let page): page.refused.map { line("refused", TerminalText.line($0)) }
    case .retrying(let retry): isShown(retry) ? [line(retry)] : []
    case .ended(let photo, let result): lines(for: result, of: photo)
    case .detailed(let facts): facts.isMilestone ? [line("details", facts.text)] : []
    case .noted(let note): [line("note", TerminalText.line(note.text, limit: 1000))]
    case .progressed, .finished: []
    }
  }

  /// The word in its own column.
  private static func line(_ word: String, _ rest: String) -> String {
    DisplayWidth.padded(word, to: 10) + rest
  }

  private static func line(_ run: RunFacts) -> String {
    let source = TerminalText.line(run.source, limit: 1000)
    let folder = TerminalText.line(run.directory, limit: 1000)
    let directory =
      run.store.map { "\(TerminalText.line($0, limit: 1000)), with the catalog in \(folder)" }
      ?? folder
    if run.isDryRun { return "dry run of \(source) into \(directory)" }
    let note = run.isNewMirror ? ", a new mirror" : ""
    return "\(run.isResuming ? "resuming" : "mirroring") \(source) into \(directory)\(note)"
  }

  /// Whether a retry is shown: the first attempt of a call, and each after twice as many.
  private static func isShown(_ retry: RetryFacts) -> Bool {
    retry.photo == nil && retry.attempt.nonzeroBitCount == 1
  }

  private static func line(_ retry: RetryFacts) -> String {
    let reason = TerminalText.line(
      retry.host.map { "\($0): \(retry.cause)" } ?? retry.reason)
    let pause = Quantity.span(retry.delay)
    guard retry.isOffline else {
      return line("waiting", "the listing: \(reason), again in \(pause)")
    }
    // Once: who waits wants to know for how long.
    let retryLimit = retry.attempt == 1 ? retry.retryLimit : nil
    let limit = retryLimit.map { ", for at most \(Quantity.limit($0)) (--retry-for)" } ?? ""
    return line("waiting", "offline, next attempt in \(pause)\(limit): \(reason)")
  }

  private static func lines(for result: PhotoResult, of photo: PhotoFacts) -> [String] {
    switch result {
    case .mirrored(let stored): lines("mirrored", stored)
    case .adopted(let stored): lines("adopted", stored)
    case .known, .leftOut, .forgotten: []
    case .restored(let path): [line("restored", TerminalText.line(path, limit: 1000))]
    case .replaced(let facts):
      lines(for: facts, of: photo)
    case .wouldFetch(let label, let url):
      [
        line(
          "fetch",
          "\(photo.label): \(TerminalText.line(label))  \(TerminalText.line(url, limit: 1000))")
      ]
    case .failed(let failure):
      [line("failed", "\(photo.label): \(TerminalText.line(failure.reason))")]
    case .unavailable(let facts):
      facts.wasAsked
        ? [line("note", "\(photo.label) is unavailable: \(TerminalText.line(facts.reason))")] : []
    }
  }

  private static func lines(for facts: ReplacedFacts, of photo: PhotoFacts) -> [String] {
    if let stored = facts.stored {
      let old = facts.place.map { "the old version is now \(TerminalText.line($0, limit: 1000))" }
      return lines("replaced", stored) + (old.map { [line("note", $0)] } ?? [])
    }
    guard facts.isNew else { return [] }
    let path = TerminalText.line(facts.path, limit: 1000)
    return [
      line(
        "note", "\(photo.label) was replaced at its site, and kept because it was edited: \(path)")
    ]
  }

  private static func lines(_ word: String, _ stored: StoredFacts) -> [String] {
    let path = TerminalText.line(stored.path, limit: 1000)
    let pixels = stored.width > 0 ? "  \(stored.width)x\(stored.height)" : ""
    let warnings = stored.warnings.map { line("warning", "\(path): \(TerminalText.line($0))") }
    return [line(word, "\(path)\(pixels)  \(Quantity.bytes(stored.byteCount))")] + warnings
  }
}

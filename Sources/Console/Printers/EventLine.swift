import MirrorCore
import Mirroring

/// An event as lines for people; safe to show.
enum EventLine {
  /// The event's lines; none for what only counts: known photos, progress, a photo's retries.
  static func lines(for event: MirrorEvent) -> [String] {
    switch event {
    case .started(let run): [line(run)]
    case .listed(let page): page.refused.map { line("refused", PlainText.line($0)) }
    case .retrying(let retry): retry.photo == nil ? [line(retry)] : []
    case .ended(let photo, let result): lines(for: result, of: photo)
    case .noted(let note): [line("note", PlainText.line(note.text, limit: 1000))]
    case .progressed, .finished: []
    }
  }

  /// The word in a column of its own.
  private static func line(_ word: String, _ rest: String) -> String {
    DisplayWidth.padded(word, to: 10) + rest
  }

  private static func line(_ run: RunFacts) -> String {
    let source = PlainText.line(run.source, limit: 1000)
    let directory = PlainText.line(run.directory, limit: 1000)
    if run.isDryRun { return "looking at \(source) for \(directory)" }
    let note = run.isNewMirror ? ", a new mirror" : ""
    return "\(run.isResuming ? "going on with" : "mirroring") \(source) into \(directory)\(note)"
  }

  private static func line(_ retry: RetryFacts) -> String {
    let reason = PlainText.line(retry.reason)
    let pause = Quantity.span(retry.delay)
    return retry.isOffline
      ? line("waiting", "offline, next try in \(pause): \(reason)")
      : line("waiting", "the listing: \(reason), again in \(pause)")
  }

  private static func lines(for result: PhotoResult, of photo: PhotoFacts) -> [String] {
    switch result {
    case .mirrored(let stored): lines("mirrored", stored)
    case .adopted(let stored): lines("adopted", stored)
    case .known: []
    case .replaced(let facts):
      facts.isNew
        ? [
          line(
            "note",
            "\(photo.label) has another address at its site, and perhaps another picture; kept: "
              + PlainText.line(facts.path, limit: 1000))
        ] : []
    case .wouldFetch(let label, let url):
      [
        line(
          "fetch", "\(photo.label): \(PlainText.line(label))  \(PlainText.line(url, limit: 1000))")
      ]
    case .failed(let failure):
      [line("failed", "\(photo.label): \(PlainText.line(failure.reason))")]
    case .unavailable(let facts):
      facts.wasAsked
        ? [line("note", "\(photo.label) is unavailable: \(PlainText.line(facts.reason))")] : []
    }
  }

  private static func lines(_ word: String, _ stored: StoredFacts) -> [String] {
    let path = PlainText.line(stored.path, limit: 1000)
    let pixels = stored.width > 0 ? "  \(stored.width)x\(stored.height)" : ""
    let warnings = stored.warnings.map { line("warning", "\(path): \(PlainText.line($0))") }
    return [line(word, "\(path)\(pixels)  \(Quantity.bytes(stored.byteCount))")] + warnings
  }
}

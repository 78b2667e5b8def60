import Foundation
import MirrorCore

/// An event as the JSON object that `--progress json` writes.
package struct EventObject: Sendable {
  private var object = JSONObject()

  /// The object of `event`, which happened at `date`.
  package init(_ event: MirrorEvent, at date: Date) {
    object.set("event", Self.name(of: event))
    object.set(
      "time",
      date.formatted(
        .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(
          separator: .omitted)))
    switch event {
    case .started(let run): set(run)
    case .listed(let page): set(page)
    case .progressed(let progress): set(progress)
    case .retrying(let retry): set(retry)
    case .ended(let photo, let result): set(photo, result)
    case .detailed(let facts): set(facts)
    case .noted(let note): set(note)
    case .finished(let summary): set(summary)
    }
  }

  /// The object, without a line break.
  package var line: String { object.line }

  private static func name(of event: MirrorEvent) -> String {
    switch event {
    case .started: "started"
    case .listed: "listed"
    case .progressed: "progressed"
    case .retrying: "retrying"
    case .ended: "ended"
    case .detailed: "detailed"
    case .noted: "noted"
    case .finished: "finished"
    }
  }

  private mutating func set(_ run: RunFacts) {
    object.set("source", run.source)
    object.set("directory", run.directory)
    object.set("store", run.store)
    object.set("resuming", run.isResuming)
    object.set("dry_run", run.isDryRun)
    object.set("new_mirror", run.isNewMirror)
  }

  private mutating func set(_ page: PageFacts) {
    object.set("page", page.number)
    object.set("photos", page.photos)
    object.set("known_total", page.knownTotal)
    object.set("last", page.isLast)
    object.set("refused", page.refused)
    object.set("skipped", page.skipped.map { "\($0.kind) \($0.id): \($0.reason)" })
    object.set("bytes", page.byteCount)
  }

  private mutating func set(_ progress: ProgressFacts) {
    set(progress.photo)
    object.set("received_bytes", progress.received)
    object.set("expected_bytes", progress.expected)
  }

  private mutating func set(_ retry: RetryFacts) {
    set(retry.photo)
    object.set("reason", retry.reason)
    object.set("attempt", retry.attempt)
    object.set("delay_seconds", retry.delay)
  }

  private mutating func set(_ facts: DetailFacts) {
    object.set("done", facts.done)
    object.set("total", facts.total)
  }

  private mutating func set(_ note: MirrorNote) {
    object.set("text", note.text)
    object.set("detail", note.isDetail)
  }

  private mutating func set(_ photo: PhotoFacts?) {
    object.set("id", photo?.id)
    object.set("owner", photo?.owner)
    object.set("title", photo?.title)
  }

  private mutating func set(_ photo: PhotoFacts, _ result: PhotoResult) {
    set(photo)
    switch result {
    case .mirrored(let stored): set("mirrored", stored)
    case .adopted(let stored): set("adopted", stored)
    case .known: object.set("result", "known")
    case .forgotten: object.set("result", "forgotten")
    case .restored(let path):
      object.set("result", "restored")
      object.set("path", path)
    case .replaced(let facts):
      if let stored = facts.stored {
        set("replaced", stored)
      } else {
        object.set("result", "replaced")
        object.set("path", facts.path)
      }
      object.set("old_version", facts.place)
      object.set("since", secondsSince1970: facts.since)
    case .leftOut(let exclusion):
      object.set("result", "left_out")
      object.set("filter", exclusion.rawValue)
    case .wouldFetch(let label, let url):
      object.set("result", "would_fetch")
      object.set("size", label)
      object.set("url", url)
    case .failed(let failure):
      object.set("result", "failed")
      object.set("stage", failure.stage.rawValue)
      object.set("reason", failure.reason)
      object.set("will_retry", failure.willRetry)
      object.set("attempts", failure.attempts)
    case .unavailable(let facts):
      object.set("result", "unavailable")
      object.set("reason", facts.reason)
      object.set("since", secondsSince1970: facts.since)
      object.set("asked", facts.wasAsked)
    }
  }

  private mutating func set(_ result: String, _ stored: StoredFacts) {
    object.set("result", result)
    object.set("path", stored.path)
    object.set("format", stored.format)
    object.set("width", stored.width)
    object.set("height", stored.height)
    object.set("bytes", stored.byteCount)
    object.set("fetched_bytes", stored.bytesFetched)
    object.set("warnings", stored.warnings)
    object.set("size", stored.label)
    object.set("size_reason", stored.sizeReason?.rawValue)
    set(stored.transfer)
  }

  private mutating func set(_ transfer: TransferFacts?) {
    guard let transfer else { return }
    object.set("attempts", transfer.attempts)
    object.set("http_version", transfer.httpVersion)
    object.set("name_lookup_seconds", transfer.nameLookup)
    object.set("connected_seconds", transfer.connected)
    object.set("secured_seconds", transfer.secured)
    object.set("first_byte_seconds", transfer.firstByte)
    object.set("total_seconds", transfer.total)
  }

  private mutating func set(_ summary: MirrorSummary) {
    let totals = summary.totals
    let (ending, reason) = Self.words(for: summary.ending)
    object.set("ending", ending)
    object.set("reason", reason)
    object.set("mirrored", totals.mirrored)
    object.set("adopted", totals.adopted)
    object.set("known", totals.known)
    object.set("replaced", totals.replaced)
    object.set("restored", totals.restored)
    object.set("forgotten", totals.forgotten)
    object.set("left_out", totals.leftOut)
    object.set("would_fetch", totals.wouldFetch)
    object.set("failed", totals.failed)
    object.set("unavailable", totals.unavailable)
    object.set("refused", totals.refused)
    object.set("skipped", totals.skipped)
    object.set("full_pass_in_seconds", summary.fullPassIn)
    object.set("fetched_bytes", summary.bytesFetched)
    object.set("listing_complete", summary.isListingComplete)
    object.set("details_pending", summary.pendingDetails)
    object.set("elapsed_seconds", summary.elapsed)
    set(summary.gone)
  }

  private mutating func set(_ report: GoneReport?) {
    object.set("gone", report?.gone)
    object.set("gone_kept", report?.kept)
    object.set("gone_trashed", report?.trashed)
    object.set("gone_deleted", report?.deleted)
    object.set("gone_edited", report?.edited)
    object.set("gone_limit", report?.exceeded)
    object.set("missing", report?.missing)
    object.set("listed_elsewhere", report?.listedElsewhere)
  }

  private static func words(for ending: MirrorSummary.Ending) -> (String, String?) {
    switch ending {
    case .finished: ("finished", nil)
    case .interrupted: ("interrupted", nil)
    case .limited(let limit): ("limited", SummaryText.line(for: limit))
    case .sourceFailed(let error): ("source_failed", error.message)
    case .directoryFailed(let error): ("directory_failed", error.message)
    }
  }
}

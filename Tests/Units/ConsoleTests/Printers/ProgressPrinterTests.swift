import Console
import Foundation
import MirrorCore
import Testing

/// Sessions as text: the events of a run, and the resulting standard error and standard output.
@Suite("Progress printers")
struct ProgressPrinterTests {
  private static let run: [MirrorEvent] = [
    .begun(),
    .page(5, refused: ["entry 3 has no id\u{1B}[31m"]),
    .progress(.photo("1"), 0, of: 183_000),
    .mirrored("1"),
    .ended(.photo("2"), .known),
    .retry(nil, "the server says 503", after: .seconds(4)),
    .retry(.photo("3"), "timed out", after: .seconds(1)),
    .ended(
      .photo("3", title: "Sunset\u{1B}[2J\nat the lake"),
      .failed(.failure("the server says 404 not found", willRetry: false, isRefusal: true))),
    .ended(
      .photo("4"), .adopted(.stored("4", bytes: 75_500, warnings: ["the thumbnail failed"]))),
    .ended(.photo("5"), .failed(.failure("timed out after 30 s"))),
    .finished(.summary(mirrored: 1, known: 1, failed: 2, bytes: 183_000)),
  ]

  private func session(
    _ mode: ProgressMode, _ events: [MirrorEvent] = run
  ) throws -> (errors: String, results: String) {
    let (errors, results) = (try CapturedOutput(), try CapturedOutput())
    let printer = ProgressPrinter(
      mode, terminal: Terminal(errors.output, environment: [:]), output: results.output,
      now: { Date(timeIntervalSince1970: 1_700_000_000.25) })
    printer.emit(events)
    return (try errors.text, try results.text)
  }

  @Test(
    "--progress lines writes a line for each photo that was fetched or failed, then the summary")
  func lines() throws {
    let session = try session(.lines)
    #expect(
      session.errors == """
        mirroring flickr:recent into photos
        refused   entry 3 has no id
        mirrored  ada/1.jpg  1024x683  183 KB
        waiting   the listing: the server says 503, again in 4.0 s
        failed    3 “Sunset at the lake”: the server says 404 not found
        adopted   ada/4.jpg  1024x683  76 KB
        warning   ada/4.jpg: the thumbnail failed
        failed    5: timed out after 30 s
        mirrored 1 photo, 1 known, 2 failed  (183 KB in 4.0 s, 46 KB/s)
        1 × invalid entries of the listing
            entry 3 has no id
        1 × the server says 404 not found
            3 “Sunset at the lake”
        1 × timed out after 30 s
            5
        hint: 1 photo is gone or private at the source
        hint: run the same command again to retry 1 photo

        """)
    #expect(session.results.isEmpty)
  }

  @Test(
    "--progress auto and live write lines if standard error is not a terminal",
    arguments: [ProgressMode.auto, .live])
  func fallback(mode: ProgressMode) throws {
    #expect(try session(mode).errors == session(.lines).errors)
  }

  @Test("--progress json writes an object for each event, and only failures to standard error")
  func json() throws {
    let session = try session(.json)
    #expect(
      session.results == """
        {"event":"started","time":"2023-11-14T22:13:20.250Z","source":"flickr:recent",\
        "directory":"photos","store":null,"resuming":false,"dry_run":false,"new_mirror":false}
        {"event":"listed","time":"2023-11-14T22:13:20.250Z","page":1,"photos":5,"known_total":5,\
        "last":true,"refused":["entry 3 has no id\\u001b[31m"],"skipped":[],"bytes":0}
        {"event":"progressed","time":"2023-11-14T22:13:20.250Z","id":"1","owner":"ada","title":"",\
        "received_bytes":0,"expected_bytes":183000}
        {"event":"ended","time":"2023-11-14T22:13:20.250Z","id":"1","owner":"ada","title":"",\
        "result":"mirrored","path":"ada/1.jpg","format":"jpeg","width":1024,"height":683,\
        "bytes":183000,"fetched_bytes":183000,"warnings":[],"size":null,"size_reason":null}
        {"event":"ended","time":"2023-11-14T22:13:20.250Z","id":"2","owner":"ada","title":"",\
        "result":"known"}
        {"event":"retrying","time":"2023-11-14T22:13:20.250Z","id":null,"owner":null,\
        "title":null,"reason":"the server says 503","attempt":1,"delay_seconds":4.0}
        {"event":"retrying","time":"2023-11-14T22:13:20.250Z","id":"3","owner":"ada","title":"",\
        "reason":"timed out","attempt":1,"delay_seconds":1.0}
        {"event":"ended","time":"2023-11-14T22:13:20.250Z","id":"3","owner":"ada",\
        "title":"Sunset\\u001b[2J\\nat the lake","result":"failed","stage":"download",\
        "reason":"the server says 404 not found","will_retry":false,"attempts":1}
        {"event":"ended","time":"2023-11-14T22:13:20.250Z","id":"4","owner":"ada","title":"",\
        "result":"adopted","path":"ada/4.jpg","format":"jpeg","width":1024,"height":683,\
        "bytes":75500,"fetched_bytes":75500,"warnings":["the thumbnail failed"],"size":null,"size_reason":null}
        {"event":"ended","time":"2023-11-14T22:13:20.250Z","id":"5","owner":"ada","title":"",\
        "result":"failed","stage":"download","reason":"timed out after 30 s","will_retry":true,\
        "attempts":1}
        {"event":"finished","time":"2023-11-14T22:13:20.250Z","ending":"finished","reason":null,\
        "mirrored":1,"adopted":0,"known":1,"replaced":0,"restored":0,"forgotten":0,"left_out":0,"would_fetch":0,"failed":2,\
        "unavailable":0,"refused":0,"skipped":0,"full_pass_in_seconds":null,"fetched_bytes":183000,"listing_complete":false,"details_pending":0,"elapsed_seconds":4.0,\
        "gone":null,"gone_kept":null,"gone_trashed":null,"gone_deleted":null,"gone_edited":null,\
        "gone_limit":null,"missing":null,"listed_elsewhere":null}

        """)
    #expect(session.errors.hasPrefix("mirrored 1 photo, 1 known, 2 failed"))
  }

  @Test("Every key of the JSON output is in its reference, and every line is valid JSON")
  func reference() throws {
    let dry = MirrorEvent.ended(.photo("6"), .wouldFetch(label: "Large", url: "https://x/6.jpg"))
    let words = Set(EventObject.reference.split { !$0.isLetter && $0 != "_" }.map(String.init))
    let note = MirrorEvent.noted(.hostGivenUp("a.example", reason: "no route"))
    let limited = MirrorEvent.finished(.summary(.limited(.bytes(5))))
    for line in try session(.json, Self.run + [dry, note, limited]).results.split(separator: "\n") {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      for key in object.keys { #expect(words.contains(key), "\(key)") }
      for case let word as String in [object["event"], object["result"], object["ending"]] {
        #expect(words.contains(word), "\(word)")
      }
    }
  }

  @Test("--progress none writes warnings, and not what a run did as it should")
  func quietNotes() throws {
    let well: [MirrorEvent] = [.begun(), .page(1), .finished(.summary(mirrored: 1))]
    let done: [MirrorNote] = [
      .repaired(sidecars: 5, thumbnails: 0), .filesLost(1), .sidecarsRewritten(2),
      .albums(changed: 1, all: 2),
    ]
    #expect(try session(.none, done.map { .noted($0) } + well) == ("", ""))
    let warned = try session(.none, [.noted(.sidecarsLost(2))] + well).errors
    #expect(warned.hasPrefix("note      2 sidecars are missing"))
  }

  @Test("Of a listing that keeps failing the first attempt and each doubling are shown")
  func retries() throws {
    let events = (1...20).map { attempt in
      MirrorEvent.retrying(
        RetryFacts(
          photo: nil, reason: "http://a.example/list: no route", attempt: attempt,
          delay: .seconds(attempt), isOffline: true, host: "a.example", cause: "no route",
          retryLimit: .seconds(600)))
    }
    let lines = try session(.lines, events).errors.split(separator: "\n")
    let pauses = ["1.0 s, for at most 10 min (--retry-for)", "2.0 s", "4.0 s", "8.0 s", "16 s"]
    #expect(lines == pauses.map { "waiting   offline, next attempt in \($0): a.example: no route" })
  }

  @Test("--progress none writes the summary only after failures")
  func none() throws {
    let well: [MirrorEvent] = [
      .begun(), .page(1), .mirrored("1"), .finished(.summary(mirrored: 1)),
    ]
    #expect(try session(.none, well) == ("", ""))
    #expect(try session(.json, well).errors == "")
    let note = MirrorEvent.noted(.hostGivenUp("a.example", reason: "no route"))
    #expect(
      try session(.none, [note] + well).errors
        == "note      no more requests to a.example: no route\n")
    #expect(try session(.json, [note] + well).errors == "")
    #expect(try session(.none).errors.hasPrefix("mirrored 1 photo, 1 known, 2 failed"))
  }

  @Test("A dry run reports what it would fetch")
  func dryRun() throws {
    var summary = MirrorSummary.summary()
    summary.totals.wouldFetch = 1
    let session = try session(
      .lines,
      [
        .begun(isDryRun: true), .page(1),
        .ended(
          .photo("1", title: "Cat"), .wouldFetch(label: "Large", url: "https://example.org/1.jpg")),
        .finished(summary),
      ])
    #expect(
      session.errors == """
        dry run of flickr:recent into photos
        fetch     1 “Cat”: Large  https://example.org/1.jpg
        would fetch 1 photo  (4.0 s)

        """)
  }
}

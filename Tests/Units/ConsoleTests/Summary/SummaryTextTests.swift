import Console
import MirrorCore
import Testing

@Suite("The summary")
struct SummaryTextTests {
  private func text(_ summary: MirrorSummary, _ events: [MirrorEvent] = []) -> String {
    var failures = FailureNotes()
    for event in events { failures.note(event) }
    return SummaryText.lines(for: summary, run: nil, failures: failures).joined(separator: "\n")
  }

  private func failures(_ count: Int, _ failure: FailureFacts) -> [MirrorEvent] {
    (0..<count).map { .ended(.photo("\($0)"), .failed(failure)) }
  }

  @Test("The summary of a run without failures is one line")
  func good() {
    #expect(
      text(.summary(mirrored: 1630, known: 120, bytes: 1_200_000_000, elapsed: .seconds(134)))
        == "mirrored 1,630 photos, 120 known  (1.2 GB in 2:14, 9.0 MB/s)")
    #expect(text(.summary(known: 3)) == "mirrored 0 photos, 3 known  (4.0 s)")
  }

  @Test("A source that failed at once has only its error")
  func failedAtOnce() {
    var summary = MirrorSummary.summary(mirrored: 0)
    summary.ending = .sourceFailed(.source("no route", .other))
    #expect(text(summary) == "photomirror: error: no route")
    summary.totals.known = 1
    #expect(text(summary).hasPrefix("mirrored 0 photos, 1 known"))
  }

  @Test("If --license left out all new photos, the summary names their licences")
  func licenses() {
    let events = [("CC BY 2.0", 3), ("", 1), ("CC0\u{1B}[2J", 2)].flatMap { name, count in
      (0..<count).map { number in
        MirrorEvent.ended(
          PhotoFacts(
            id: "\(number)", owner: "", title: "", license: name.isEmpty ? nil : name),
          .leftOut(.license))
      }
    }
    var summary = MirrorSummary.summary(mirrored: 0)
    summary.totals.leftOut = 6
    #expect(
      text(summary, events).hasSuffix(
        "\nhint: --license left out all new photos; their licenses are CC BY 2.0 (3 photos), CC0 (2 photos), "
          + "none stated (1 photo)"))
    summary.totals.mirrored = 1
    #expect(!text(summary, events).contains("hint"))
  }

  @Test("The summary counts replaced and unavailable photos, not as failures")
  func noFailures() {
    var summary = MirrorSummary.summary(known: 3)
    (summary.totals.replaced, summary.totals.unavailable) = (2, 1)
    #expect(text(summary) == "mirrored 0 photos, 3 known, 2 replaced, 1 unavailable  (4.0 s)")
    #expect(SummaryText.isClean(summary, failures: FailureNotes()))
  }

  @Test("The summary counts pending details after an interruption, and says limits in units")
  func pending() {
    var summary = MirrorSummary.summary(.limited(.bytes(3_145_728)), mirrored: 3)
    summary.pendingDetails = 1309
    #expect(
      text(summary) == """
        mirrored 3 photos  (4.0 s)
        stopped at the limit of 3.1 MB
        the details of 1,309 photos are pending; the next run with --with requests them
        hint: \(SummaryText.resume)
        """)
    summary.ending = .limited(.time(.seconds(5400)))
    #expect(text(summary).contains("stopped at the limit of 1:30:00"))
  }

  @Test("The summary explains a listing that has fewer photos than its site counts")
  func hidden() {
    var summary = MirrorSummary.summary(mirrored: 90)
    summary.isListingComplete = true
    let run = RunFacts(source: "a:b", directory: "c", isResuming: false, isDryRun: false)
    var failures = FailureNotes()
    for event in [MirrorEvent.page(100, isLast: false), .page(95)] { failures.note(event) }
    let line = "the site counts 100 photos and lists 95: it also counts photos that it hides"
    let lines = { SummaryText.lines(for: summary, run: run, failures: failures) }
    #expect(lines().contains(line))
    summary.totals.skipped = 5
    #expect(!lines().contains(line))
    summary.totals.skipped = 0
    failures.note(
      .noted(.incompleteListing(announced: 100, listed: 95, skipped: 0, hasMoved: true)))
    #expect(!lines().contains(line))
  }

  @Test("The summary of a dry run counts what it would fetch")
  func dryRun() {
    let run = RunFacts(source: "a:b", directory: "c", isResuming: false, isDryRun: true)
    let lines = SummaryText.lines(for: .summary(known: 3), run: run, failures: FailureNotes())
    #expect(lines == ["would fetch 0 photos, 3 known  (4.0 s)"])
  }

  @Test("The summary shows ten failures, the most frequent reason first, and counts the others")
  func manyFailures() {
    let events =
      failures(2, .failure("the file ends early", .inspect, willRetry: false))
      + failures(12, .failure("timed out"))
    #expect(
      text(.summary(failed: 14), events) == """
        mirrored 0 photos, 14 failed  (4.0 s)
        12 × timed out
            0
            1
            2
            3
            4
            and 7 more
        2 × the file ends early
            0
            1
        hint: 2 photos are damaged or not an image at the source
        hint: run the same command again to retry 12 photos
        """)
  }

  @Test("Only photos that the source refused are reported as gone or private")
  func gone() {
    let events =
      failures(2, .failure("the server answered 404", willRetry: false, isRefusal: true))
      + failures(1, .failure("the server speaks no HTTP", willRetry: false))
    #expect(
      text(.summary(failed: 3), events).hasSuffix(
        "\nhint: 2 photos are gone or private at the source"))
    #expect(!text(.summary(failed: 1), [events[2]]).contains("hint"))
  }

  @Test(
    "The summary names the options with which a photo that cannot be checked is kept",
    arguments: [
      (
        FailureFacts.Problem.undecodedFormat,
        "--keep-undecoded also keeps files of formats that are not decoded"
      ),
      (.imageLimit, "raise --max-pixels, --max-memory or --max-seconds to decode 2 photos"),
    ])
  func unchecked(problem: FailureFacts.Problem, hint: String) {
    let failure = FailureFacts(
      stage: .inspect, reason: "cannot be checked", willRetry: false, problem: problem, attempts: 1)
    #expect(text(.summary(failed: 2), failures(2, failure)).contains("\nhint: \(hint)"))
  }

  @Test("The summary says to move files that are in the way")
  func displaced() {
    let events = failures(1, .failure("another file exists at a.jpg", .store, willRetry: false))
    #expect(
      text(.summary(failed: 1), events) == """
        mirrored 0 photos, 1 failed  (4.0 s)
        1 × another file exists at a.jpg
            0
        hint: move away the files that are in the way of 1 photo
        """)
  }

  @Test("The summary shows ten reasons for failures")
  func manyReasons() {
    let events = (0..<14).flatMap { failures(1, .failure("reason \($0)")) }
    let lines = text(.summary(failed: 14), events).split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("1 × ") }.count == 10)
    #expect(lines.contains("and 4 more for other reasons"))
  }

  @Test("The summary of an interrupted run says how to resume")
  func interrupted() {
    #expect(
      text(.summary(.interrupted, mirrored: 7)) == """
        mirrored 7 photos  (4.0 s)
        interrupted
        hint: run the same command again to resume; finished photos are not fetched again
        """)
  }

  @Test("The error that stopped a run is an error line, safe to show")
  func stopped() {
    #expect(
      text(.summary(.sourceFailed(.source("flickr says 100: Invalid API Key\u{1B}[5m")))) == """
        photomirror: error: flickr says 100: Invalid API Key
        """)
    #expect(
      text(.summary(.directoryFailed(.directory("photos is full")))).contains(
        "error: photos is full"))
  }

  @Test("The hint to run the same command again appears only after a failure that may pass")
  func runAgainOnlyWhereItHelps() {
    let advice = "hint: run the same command again"
    let passing = MirrorError.source("example.org refuses connections", .passing)
    #expect(text(.summary(.sourceFailed(passing))).contains(advice))
    #expect(!text(.summary(.sourceFailed(.source("no such album")))).contains(advice))
    #expect(!text(.summary(.directoryFailed(.directory("photos is full")))).contains(advice))
  }

  @Test("The memory for reasons of failures is bounded")
  func bounded() {
    var notes = FailureNotes()
    for index in 0..<5000 {
      notes.note(.ended(.photo("\(index)"), .failed(.failure("reason \(index)"))))
    }
    #expect(notes.groups.count <= 201)
    #expect(notes.groups.last?.reason == "other reasons")
    #expect(notes.groups.map(\.count).reduce(0, +) == 5000)
  }
}

import Console
import Testing

@testable import MirrorCore

@Suite("The words of a run's notes")
struct MirrorNoteTextTests {
  @Test(
    "A note says what the run decided, and what to do about it",
    arguments: [
      (
        .noKnownPhotos,
        "this listing shares no photo with the last run; if it shows only the newest, some were missed: "
          + "run more often"
      ),
      (
        .incompleteListing(announced: 6, listed: 5, skipped: 0, hasMoved: true),
        "the site announced 6 photos and listed 5; the listing changed while it was read: run again to "
          + "find the rest"
      ),
      (
        .incompleteListing(announced: 6, listed: 5, skipped: 2, hasMoved: false),
        "the site announced 6 photos and listed 5 and 2 that are skipped or refused; it also counts "
          + "photos that it hides"
      ),
      (
        .repeatingListing(pages: 4),
        "the last 4 pages of the listing had no new photo; reading stops, although the site announces "
          + "more pages"
      ),
      (
        .choicesChanged(
          photos: 2, before: SourceChoices(size: .edge(240), thumbnailEdge: 256),
          now: SourceChoices(size: .label("Square"), thumbnailEdge: nil)),
        "2 photos keep their old settings (--size 240 --thumbnail 256); --size 'Square' --thumbnail 0 "
          + "applies to new photos; --upgrade fetches larger files of the others"
      ),
      (
        .smallerFiles(photos: 20, edge: 1024),
        "20 photos came from another source at 1024 pixels or less, and this one has larger files: "
          + "--upgrade fetches them"
      ),
      (
        .namesChanged(photos: 1, directory: "photos"),
        "1 photo keeps its name; the new template applies to new photos: 'photomirror rename photos' "
          + "renames the others"
      ),
      (
        .setAside(path: "a.jpg", reason: "it is empty", place: ".photomirror/set-aside/a.jpg"),
        "a.jpg is not an intact image (it is empty): moved to .photomirror/set-aside/a.jpg"
      ),
      (
        .damagedSetAside(path: "a.jpg", place: ".photomirror/set-aside/a.jpg"),
        "a.jpg was damaged: moved to .photomirror/set-aside/a.jpg, and fetched again"
      ),
      (
        .repaired(sidecars: 2, thumbnails: 4),
        "2 sidecars and 4 thumbnails were missing and have been made"
      ),
      (.repaired(sidecars: 1, thumbnails: 0), "1 sidecar was missing and has been made"),
      (
        .sidecarsRewritten(1),
        "1 sidecar was rewritten: the site has other titles, tags or other metadata"
      ),
      (.albums(changed: 1, all: 2), "1 of 2 albums changed in the folder 'albums'"),
      (
        .sidecarsLost(1),
        "1 sidecar is missing and cannot be made again: the listing no longer shows the photos"
      ),
      (
        .filesLost(1),
        "1 photo had been removed from the mirror, and is fetched again; 'photomirror forget' excludes "
          + "a photo"
      ),
      (.gone(path: "a.jpg"), "a.jpg is gone from the feed, and kept"),
      (
        .goneAndEdited(path: "a.jpg"), "a.jpg is gone from the feed, and kept because it was edited"
      ),
      (
        .removed(path: "a.jpg", place: ".photomirror/trash/a.jpg"),
        "a.jpg is gone from the feed: moved to .photomirror/trash/a.jpg"
      ),
      (.hostGivenUp("a.example", reason: "timed out"), "no more requests to a.example: timed out"),
    ] as [(MirrorNote, String)])
  func words(note: MirrorNote, text: String) { #expect(note.text == text) }

  /// What a run found about photos that are gone, and what its summary says at the end.
  private static let reports: [(report: @Sendable (inout GoneReport) -> Void, lines: [String])] = [
    (
      { ($0.gone, $0.kept, $0.newlyGone) = (2, 2, 1) },
      [
        "2 photos are gone from the feed and kept, 1 of them new",
        "hint: --gone trash moves such photos to the trash",
      ]
    ),
    ({ ($0.gone, $0.kept) = (1, 1) }, ["1 photo is gone from the feed and kept"]),
    ({ $0.missing = 1 }, ["1 photo is missing from the listing, and not yet counted as gone"]),
    ({ ($0.gone, $0.trashed) = (2, 2) }, ["2 photos are gone from the feed: moved to the trash"]),
    (
      { ($0.gone, $0.exceeded) = (9, 3) },
      [
        "9 photos are gone from the feed, more than the limit of 3: none was changed",
        "hint: if this is intended, run again with --max-gone 9",
      ]
    ),
    (
      { $0.listedElsewhere = 2 },
      ["2 photos are no longer in this feed, but in another of the mirror"]
    ),
  ]

  @Test(
    "A summary says what became of photos that are gone, and what to do", arguments: reports.indices
  )
  func gone(index: Int) {
    var (summary, report) = (MirrorSummary(ending: .finished), GoneReport(action: .trash))
    Self.reports[index].report(&report)
    summary.gone = report
    let lines = SummaryText.lines(for: summary, run: nil, failures: FailureNotes())
    for line in Self.reports[index].lines { #expect(lines.contains(line), "\(lines)") }
    #expect(lines.count == Self.reports[index].lines.count + 1, "\(lines)")
  }
}

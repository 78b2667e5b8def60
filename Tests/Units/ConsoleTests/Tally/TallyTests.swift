import Console
import MirrorCore
import Testing

@Suite("The tally")
struct TallyTests {
  private func tally(_ events: [MirrorEvent]) -> Tally {
    var tally = Tally()
    for (second, event) in events.enumerated() { tally.note(event, at: .seconds(second)) }
    return tally
  }

  @Test("The tally counts each photo by its result")
  func counts() {
    let tally = tally([
      .begun(), .page(10), .mirrored("1"), .ended(.photo("2"), .known),
      .ended(.photo("3"), .adopted(.stored("3", bytes: 0))),
      .ended(.photo("4"), .failed(.failure("gone"))),
      .ended(.photo("5"), .wouldFetch(label: "Large", url: "https://example.org/5.jpg")),
      .ended(.photo("6"), .replaced(ReplacedFacts(path: "a/6.jpg", since: 1, isNew: true))),
      .ended(
        .photo("7"), .unavailable(UnavailableFacts(reason: "gone", since: 1, wasAsked: true))),
    ])
    #expect(tally.totals.mirrored == 1)
    #expect(tally.totals.known == 1)
    #expect(tally.totals.adopted == 1)
    #expect(tally.totals.failed == 1)
    #expect(tally.totals.wouldFetch == 1)
    #expect(tally.totals.replaced == 1 && tally.totals.unavailable == 1)
    #expect(tally.fraction == 0.7)
    #expect(tally.bytes == 183_000)
  }

  @Test("A first page without photos does not make the progress complete")
  func emptyFirstPage() {
    #expect(tally([.begun(), .page(0, isLast: false)]).fraction == nil)
    #expect(tally([.begun(), .page(0, isLast: false), .page(4), .mirrored("1")]).fraction == 0.25)
    #expect(tally([.begun(), .page(0)]).fraction == 1)
  }

  @Test("The tally counts bytes of transfers in progress until the result reports them")
  func bytesUnderWay() {
    let photo = PhotoFacts.photo("1")
    var tally = tally([.progress(photo, 0, of: 1000), .progress(photo, 400, of: 1000)])
    #expect(tally.bytes == 400)
    tally.note(.mirrored("1", bytes: 1000), at: .seconds(9))
    #expect(tally.bytes == 1000)
    #expect(tally.transfers.isEmpty)
  }

  @Test("The tally counts the bytes of the listing")
  func bytesOfListing() {
    var tally = Tally()
    tally.note(.page(500, bytes: 1_200_000), at: .zero)
    tally.note(.page(1000, bytes: 1_100_000), at: .seconds(1))
    #expect(tally.bytes == 2_300_000 && tally.bytesPerSecond(at: .seconds(1)) != nil)
  }

  @Test("The tally does not count bytes that were on disk before")
  func resumed() {
    let photo = PhotoFacts.photo("1")
    let tally = tally([.progress(photo, 600, of: 1000), .progress(photo, 700, of: 1000)])
    #expect(tally.bytes == 100)
    #expect(tally.transfers.first?.fraction == 0.7)
  }

  @Test("The tally keeps the bytes of a transfer that restarts")
  func startedOver() {
    let photo = PhotoFacts.photo("1")
    let tally = tally([
      .progress(photo, 0), .progress(photo, 500), .progress(photo, 0), .progress(photo, 50),
    ])
    #expect(tally.bytes == 550)
  }

  @Test("The tally counts the bytes of a failed photo")
  func failedBytes() {
    let photo = PhotoFacts.photo("1")
    let tally = tally([
      .progress(photo, 0), .progress(photo, 500), .ended(photo, .failed(.failure("reset"))),
    ])
    #expect(tally.bytes == 500)
  }

  @Test("Transfers are in the order in which they began, waiting ones last")
  func order() {
    let photos = ["9", "5", "7"].map { PhotoFacts.photo($0) }
    let tally = tally(
      photos.map { .progress($0, 0) } + [
        .retry(photos[0], "timed out", after: .seconds(4)), .progress(photos[1], 10),
      ])
    #expect(tally.transfers.map(\.photo.id) == ["5", "7", "9"])
    #expect(tally.transfers.last?.wait?.until == .seconds(7))
  }

  @Test("Progress ends a transfer's wait, and a page ends the listing's wait")
  func waits() {
    let photo = PhotoFacts.photo("1")
    var tally = tally([
      .retry(photo, "timed out", after: .seconds(4)), .retry(nil, "busy", after: .seconds(4)),
    ])
    #expect(tally.listingWait?.cause == "busy")
    tally.note(.progress(photo, 1), at: .seconds(3))
    tally.note(.page(3), at: .seconds(3))
    #expect(tally.transfers.first?.wait == nil)
    #expect(tally.listingWait == nil)
  }

  @Test("A photo deferred to the end of the run is not in progress, and its bytes count")
  func putOff() {
    let photo = PhotoFacts.photo("1")
    var tally = tally([
      .progress(photo, 0), .progress(photo, 500), .retry(photo, "cut short", after: .zero),
      .retry(.photo("2"), "status 404", after: .zero),
    ])
    #expect(tally.transfers.isEmpty && tally.bytes == 500)
    tally.note(.progress(photo, 100), at: .seconds(9))
    #expect(tally.transfers.map(\.photo.id) == ["1"] && tally.bytes == 500)
  }

  @Test("The time left follows from the rate of photos")
  func timeLeft() {
    var tally = tally([.page(100)])
    #expect(tally.timeLeft(at: .seconds(1)) == nil)
    for second in 1...20 { tally.note(.mirrored("\(second)"), at: .seconds(second)) }
    #expect(tally.timeLeft(at: .seconds(20)) == .seconds(80))
    #expect(tally.timeLeft(at: .seconds(141)) == nil)
  }

  @Test("Known photos do not shorten the time left")
  func knownPhotosAreNoPace() {
    var tally = tally([.page(2000)])
    for index in 0..<1000 { tally.note(.ended(.photo("k\(index)"), .known), at: .seconds(1)) }
    #expect(tally.timeLeft(at: .seconds(2)) == nil)
    for second in 2...11 { tally.note(.mirrored("\(second)"), at: .seconds(second)) }
    let left = tally.timeLeft(at: .seconds(11))
    #expect(left.map { $0 > .seconds(900) && $0 < .seconds(1200) } == true)
  }

  @Test("A total that is too small gives no time left and at most 100 percent")
  func tooFew() {
    let tally = tally([.page(1), .mirrored("1"), .mirrored("2"), .mirrored("3")])
    #expect(tally.fraction == 1)
    #expect(tally.timeLeft(at: .seconds(4)) == nil)
  }

  @Test("The tally accepts any number without a trap")
  func hostileNumbers() {
    let photo = PhotoFacts.photo("1")
    let tally = tally([
      .page(.min), .page(.max), .progress(photo, .min, of: .min), .progress(photo, .max, of: -1),
      .progress(photo, 0, of: .max), .progress(photo, .max, of: 0), .mirrored("2", bytes: .max),
      .mirrored("3", bytes: .max), .retry(nil, "", after: .seconds(Int64.max / 4)),
    ])
    #expect(tally.bytes == .max)
    #expect(tally.timeLeft(at: .seconds(9)) == nil)
  }
}

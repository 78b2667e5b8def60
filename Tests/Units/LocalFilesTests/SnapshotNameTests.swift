import LocalFiles
import Testing

@Suite("Names of snapshots")
struct SnapshotNameTests {
  @Test("A name has its time, and is read again")
  func time() throws {
    let name = SnapshotName(at: 1_764_121_715)
    #expect(name.text == "catalog-20251126T014835Z.sqlite.zst")
    #expect(name.date == "2025-11-26 01:48 UTC")
    #expect(SnapshotName(name.text) == name)
  }

  @Test(
    "Other names are none",
    arguments: [
      "", "catalog.sqlite", "catalog-20251326T014835Z.sqlite.zst",
      "catalog-20251126T014835Z.sqlite.zst.new", "../catalog-20251126T014835Z.sqlite.zst",
      "catalog-20251126T0148Z.sqlite.zst", "catalog-２０251126T014835Z.sqlite.zst",
    ])
  func others(text: String) {
    #expect(SnapshotName(text) == nil)
  }

  @Test("Of two years of daily snapshots, 7 days, 4 weeks and 12 months stay")
  func surplus() {
    var kept: [SnapshotName] = []
    for day in 0..<730 {
      kept.append(SnapshotName(at: 1_700_000_000 + Int64(day) * 86400))
      let surplus = SnapshotName.surplus(of: kept, now: kept[kept.count - 1])
      kept.removeAll { surplus.contains($0) }
    }
    #expect((19...23).contains(kept.count), "\(kept.map(\.text))")
    #expect(kept.suffix(7) == (723..<730).map { SnapshotName(at: 1_700_000_000 + $0 * 86400) }[...])
    #expect(kept[0].text < "catalog-20250101")
  }

  @Test("Names that are more than a day ahead never displace others, and are the first to go")
  func ahead() throws {
    let start: Int64 = 1_700_000_000
    let day = { (number: Int64) in SnapshotName(at: start + number * 86_400) }
    #expect(!day(1).isAhead(of: day(0)) && SnapshotName(at: start + 86_401).isAhead(of: day(0)))
    let forged = try (9980...9999).map {
      try #require(SnapshotName("catalog-\($0)0101T000000Z.sqlite.zst"))
    }
    let (now, present) = (day(400), (0..<400).map { day($0 + 1) })
    let alone = Set(present).subtracting(SnapshotName.surplus(of: present, now: now))
    let both = present + forged
    let kept = Set(both).subtracting(SnapshotName.surplus(of: both, now: now))
    #expect(kept.isSuperset(of: alone) && kept.count <= 23 && kept.contains(now))
    // A clock that was set back: what it left before stays while there are places.
    let back = Array(alone) + [day(-3000)]
    let lost = Set(SnapshotName.surplus(of: back, now: day(-3000)))
    #expect(lost.count == max(0, back.count - 23) && !lost.contains(now))
  }
}

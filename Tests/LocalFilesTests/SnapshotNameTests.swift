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
      let surplus = SnapshotName.surplus(of: kept)
      kept.removeAll { surplus.contains($0) }
    }
    #expect((19...23).contains(kept.count), "\(kept.map(\.text))")
    #expect(kept.suffix(7) == (723..<730).map { SnapshotName(at: 1_700_000_000 + $0 * 86400) }[...])
    #expect(kept[0].text < "catalog-20250101")
  }
}

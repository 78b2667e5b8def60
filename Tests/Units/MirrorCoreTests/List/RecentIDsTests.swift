import Testing

@testable import MirrorCore

@Suite struct RecentIDsTests {
  @Test("An id that an earlier page had, or that this page has twice, is not new")
  func repeats() {
    var recent = RecentIDs()
    #expect(recent.fresh(["a", "b", "a"]) == ["a", "b"])
    #expect(recent.fresh(["b", "c"]) == ["c"])
    #expect(recent.fresh(["c"]) == [])
  }

  @Test("Ids older than the window are dropped, so that memory stays bounded")
  func window() {
    var recent = RecentIDs(window: 2)
    _ = recent.fresh(["a"])
    _ = recent.fresh(["b"])
    _ = recent.fresh(["c"])
    #expect(recent.fresh(["a", "c"]) == ["a"])
  }
}

import ProviderKit
import Testing

@testable import MirrorCore

@Suite("What a listing gives and what its site announces")
struct ListingCountTests {
  private func told(_ pages: (photos: Int, fresh: Int, total: Int?, skipped: Int)...) -> NoteFacts?
  {
    var count = ListingCount()
    for page in pages {
      let photos = (0..<page.photos).map { Photo(id: "\($0)", owner: "") }
      count.note(Page(photos: photos, total: page.total), fresh: page.fresh, skipped: page.skipped)
    }
    return count.note
  }

  @Test("A listing that gives what its site announces, or announces nothing, needs no note")
  func complete() {
    #expect(told((5, 5, 8, 0), (3, 3, 8, 0)) == nil)
    #expect(told((5, 5, 8, 2), (1, 1, 8, 0)) == nil)
    #expect(told((5, 5, nil, 0)) == nil)
    #expect(told((5, 5, 4, 0)) == nil)
  }

  @Test("A listing that gave photos twice and others not at all is told")
  func shuffled() throws {
    let note = try #require(told((5, 5, 10, 0), (5, 3, 10, 0)))
    #expect(
      note.text
        == "the site announced 10 photos and listed 8: the listing changed while it was read, "
        + "and another run may find more")
    #expect(!note.isDetail)
  }

  @Test("A listing that lost a photo while it was read is told, though no photo came twice")
  func shrunk() throws {
    let note = try #require(told((5, 5, 10, 0), (4, 4, 9, 0)))
    #expect(note.text.contains("announced 10 photos and listed 9") && !note.isDetail)
  }

  @Test("A site that counts photos which it hides is a detail")
  func hidden() throws {
    let note = try #require(told((4, 4, 10, 1), (3, 3, 10, 0)))
    #expect(
      note.text == "the site announced 10 photos and listed 7 and 1 that are skipped or refused: "
        + "it also counts those that it hides")
    #expect(note.isDetail)
  }
}

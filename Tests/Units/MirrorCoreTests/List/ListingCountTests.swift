import ProviderKit
import Testing

@testable import MirrorCore

@Suite("The number of photos that a listing gives and that its site announces")
struct ListingCountTests {
  private func told(_ pages: (photos: Int, fresh: Int, total: Int?, skipped: Int)...) -> MirrorNote?
  {
    var count = ListingCount()
    for page in pages {
      let photos = (0..<page.photos).map { Photo(id: "\($0)", owner: "") }
      count.note(Page(photos: photos, total: page.total), fresh: page.fresh, skipped: page.skipped)
    }
    return count.note
  }

  @Test("A listing that matches its announced count, or announces none, adds no note")
  func complete() {
    #expect(told((5, 5, 8, 0), (3, 3, 8, 0)) == nil)
    #expect(told((5, 5, 8, 2), (1, 1, 8, 0)) == nil)
    #expect(told((5, 5, nil, 0)) == nil)
    #expect(told((5, 5, 4, 0)) == nil)
  }

  @Test("A listing that repeats some photos and omits others adds a note")
  func shuffled() {
    let note = told((5, 5, 10, 0), (5, 3, 10, 0))
    #expect(note == .incompleteListing(announced: 10, listed: 8, skipped: 0, hasMoved: true))
    #expect(note?.isDetail == false)
  }

  @Test("A listing that omits a photo and repeats none adds a note")
  func shrunk() {
    let note = told((5, 5, 10, 0), (4, 4, 9, 0))
    #expect(note == .incompleteListing(announced: 10, listed: 9, skipped: 0, hasMoved: true))
  }

  @Test("A site whose count includes hidden photos adds only a detail")
  func hidden() {
    let note = told((4, 4, 10, 1), (3, 3, 10, 0))
    #expect(note == .incompleteListing(announced: 10, listed: 7, skipped: 1, hasMoved: false))
    #expect(note?.isDetail == true)
  }
}

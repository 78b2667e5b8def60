import MirrorTesting
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("What a listed photo is to the mirror")
struct JudgementTests {
  /// A mirrored photo in the size Medium, as this source lists it, and the state that a test changes.
  private struct Case {
    var photo = Photo(
      id: "1", owner: "o", tags: ["sea"],
      renditions: [Rendition(label: "Medium", url: "http://a/1", width: 400, height: 300)])
    var (isKnown, isMirrored, isThere, isBack, isForeign) = (true, true, true, false, false)
    var (isLinkRefused, run, retryAt) = (false, Int64(8), Int64?.none)
    var departure: Departure?
    var choices = WalkChoices()

    var judgement: Judgement {
      let record = PhotoRecord(
        id: 1, photo: "1", stem: "o/1", isMirrored: isMirrored, path: "o/1.jpg",
        listing: ListedEntry(
          Photo(id: "1", owner: "o", renditions: [Rendition(label: "Medium", url: "http://a/1")])),
        source: 1, run: run, refusal: retryAt.map { Refusal(since: 1, retryAt: $0, reason: "no") },
        address: "http://a/1", label: "Medium", departure: departure,
        picture: PictureFacts(width: 400, height: 300, isLinkRefused: isLinkRefused))
      let match = PhotoMatch(site: "a", record: isKnown ? record : nil, isForeign: isForeign)
      return Judge(
        SourceRecord(id: 1, address: "a", run: 9), choices,
        looks: isMirrored ? [1: FileLook(isThere: isThere)] : [:], back: isBack ? [1] : [], now: 100
      ).judgement(of: photo, match)
    }
  }

  private func judgement(_ change: (inout Case) -> Void = { _ in }) -> Judgement {
    var state = Case()
    change(&state)
    return state.judgement
  }

  private func offerLarger(_ state: inout Case) {
    state.photo.renditions.append(
      Rendition(label: "Large", url: "http://a/2", width: 800, height: 600))
  }

  private func offerOther(_ state: inout Case) { state.photo.renditions[0].url = "http://a/other" }

  private func waits(_ state: inout Case) {
    (state.isMirrored, state.isThere, state.retryAt) = (false, false, 101)
  }

  @Test("Photos that are not stored are fetched, whoever listed them")
  func wanted() {
    #expect(judgement { ($0.isKnown, $0.isMirrored) = (false, false) } == .new)
    #expect(judgement { $0.isThere = false } == .wanted)
    #expect(judgement { $0.isMirrored = false } == .wanted)
    #expect(judgement { ($0.isMirrored, $0.isForeign) = (false, true) } == .wantedElsewhere)
    #expect(judgement { ($0.isThere, $0.isForeign) = (false, true) } == .wantedElsewhere)
  }

  @Test("A stored photo is known, replaced, or wanted in a larger size, by its own source only")
  func stored() {
    #expect(judgement() == .known)
    #expect(judgement(offerOther) == .replaced)
    #expect(judgement(offerLarger) == .known)
    for isUpgrade in [true, false] {
      let larger = judgement {
        offerLarger(&$0)
        ($0.choices.isUpgrade, $0.isLinkRefused) = (isUpgrade, !isUpgrade)
      }
      #expect(larger == .larger)
      let unknown = judgement {
        $0.photo.renditions = []
        ($0.choices.isUpgrade, $0.isLinkRefused) = (isUpgrade, !isUpgrade)
      }
      #expect(unknown == .larger)
    }
    let both = judgement {
      offerOther(&$0)
      offerLarger(&$0)
      $0.choices.isUpgrade = true
    }
    #expect(both == .replaced)
    let foreign = judgement {
      offerOther(&$0)
      offerLarger(&$0)
      ($0.choices.isUpgrade, $0.isForeign) = (true, true)
    }
    #expect(foreign == .known)
  }

  @Test("A refused photo is asked for when its time comes, its listing changes, or it returns")
  func refused() {
    let refusal = Refusal(since: 1, retryAt: 101, reason: "no")
    #expect(judgement(waits) == .unavailable(refusal))
    let states: [(inout Case) -> Void] = [
      { $0.retryAt = 100 }, { $0.retryAt = nil }, { $0.photo.renditions[0].url = "http://b/1" },
      { $0.run = 7 },
    ]
    for change in states {
      let judged = judgement {
        waits(&$0)
        change(&$0)
      }
      #expect(judged == .wanted)
    }
    let otherQuery = judgement {
      waits(&$0)
      $0.photo.renditions[0].url += "?signed"
    }
    #expect(otherQuery == .unavailable(refusal))
  }

  @Test("A filter leaves out what is not stored, before anything else, and nothing that is")
  func filtered() {
    func leftOut(_ change: (inout Case) -> Void) -> Judgement {
      judgement {
        change(&$0)
        $0.choices.filter.excludedTags = [FoldedTag("sea")]
      }
    }
    #expect(leftOut { _ in } == .known)
    #expect(leftOut(offerOther) == .replaced)
    for change in [waits, { $0.isThere = false }, { ($0.isKnown, $0.isMirrored) = (false, false) }]
      as [(inout Case) -> Void]
    {
      #expect(leftOut(change) == .leftOut(.tag))
    }
  }

  @Test("A photo that left the mirror stays away, is underway, comes back, or is fetched again")
  func departed() {
    func departed(
      _ state: Departure.State, isForgotten: Bool = false, _ change: (inout Case) -> Void = { _ in }
    ) -> Judgement {
      judgement {
        $0.departure = Departure(state, since: 1, reason: "", isForgotten: isForgotten)
        $0.isMirrored = state.isMirrored
        change(&$0)
      }
    }
    for state in Departure.State.allCases {
      #expect(departed(state, isForgotten: true) == .forgotten)
    }
    #expect(departed(.replacing) == .underway)
    #expect(departed(.gone) == .known && departed(.kept) == .known)
    #expect(departed(.trashed) == .wanted && departed(.deleted) == .wanted)
    #expect(departed(.trashed) { $0.isBack = true } == .restored)
    #expect(judgement { $0.isBack = true } == .restored)
    #expect(judgement { ($0.isBack, $0.isThere) = (true, false) } == .wanted)
    let changed = departed(.trashed) {
      $0.isBack = true
      offerOther(&$0)
    }
    #expect(changed == .replaced)
  }
}

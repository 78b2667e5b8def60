// A feed in three steps, as a subclass of a group: list the photos, request each one's size, download it. One
// failed photo does not fail the feed, and an observer that is notified before the feed finishes may still
// add work to it.

import Operations

struct Photo: Sendable {
  var id: Int
}

struct Busy: Error {}
struct Gone: Error {}

/// Returns the number of downloaded photos.
final class PhotoFeed: GroupOperation<Int>, @unchecked Sendable {
  init() { super.init(width: 4, policy: .continue) }

  override func perform() async throws -> Int {
    let photos = try await run(ListPhotos())
    let downloads = photos.map { photo in
      GroupOperation<Int> { group in
        let edge = try await group.run(FindSize(photo: photo))
        return try await group.run(Download(photo: photo, edge: edge))
      }
    }
    for download in downloads { try add(download) }
    var count = 0
    for download in downloads where await download.outcome.value != nil { count += 1 }
    return count
  }
}

/// The list is busy at first: it is requested again, by an asynchronous decision.
final class ListPhotos: AsyncOperation<[Photo]>, @unchecked Sendable {
  override func perform() async throws -> [Photo] {
    let policy = RetryPolicy(
      attempts: 3, backoff: .exponential(base: .milliseconds(1), cap: .milliseconds(4))
    ) { error, _ in error is Busy ? .retry : .giveUp }
    return try await policy.run { attempt in
      print("list, attempt \(attempt)")
      guard attempt > 1 else { throw Busy() }
      return (1...4).map(Photo.init(id:))
    }
  }
}

final class FindSize: AsyncOperation<Int>, @unchecked Sendable {
  let photo: Photo

  init(photo: Photo) { self.photo = photo }

  override func perform() async throws -> Int {
    guard photo.id != 3 else { throw Gone() }
    return photo.id * 100
  }
}

final class Download: AsyncOperation<Int>, @unchecked Sendable {
  let photo: Photo
  let edge: Int

  init(photo: Photo, edge: Int) {
    self.photo = photo
    self.edge = edge
  }

  override func perform() async throws -> Int { edge }
}

let feed = PhotoFeed()
feed.observe { [unowned feed] event in
  switch event {
  case .willFinish:
    try? feed.add(AsyncOperation { print("one more thing, before the feed is over") })
  case .finished: print("the feed is over")
  default: break
  }
}
let count = try await feed.run()
print("\(count) photos, \(feed.tally.failed) failed")

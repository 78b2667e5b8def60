import Foundation
import Operations
import OperationsTesting
import Testing

private struct Page: Sendable { var photos: [Int] }

private final class FetchPage: AsyncOperation<Page>, @unchecked Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
  override func perform() async throws -> Page { Page(photos: [number, number + 1]) }
}

private final class Download: AsyncOperation<Int>, @unchecked Sendable {
  let photo: Int
  init(_ photo: Int) { self.photo = photo }
  override func perform() async throws -> Int { photo * 100 }
}

private final class PhotoFeed: GroupOperation<Int>, @unchecked Sendable {
  init() { super.init(width: 4, policy: .continue) }

  override func perform() async throws -> Int {
    let page = try await run(FetchPage(1))
    for photo in page.photos { try add(Download(photo)) }
    return page.photos.count
  }
}

@Suite("The guide's page on groups")
struct GuideGroups {
  @Test("In the guide's example a group's body runs children and adds children")
  func body() async throws {
    let feed = GroupOperation<Int> { group in
      let page = try await group.run(FetchPage(1))
      for photo in page.photos { try group.add(Download(photo)) }
      return page.photos.count
    }
    #expect(try await feed.run() == 2)
    #expect(try await PhotoFeed().run() == 2)
  }

  @Test("The guide's examples of concurrent children, many inputs and counts run")
  func inputs() async throws {
    let photos = [3, 1, 2]
    let few = GroupOperation.parallel(photos.map { Download($0) }, width: 2, policy: .continue)
    let sizes = try await few.run().map(\.value)
    #expect(sizes == [300, 100, 200])

    let many = GroupOperation.over(photos, width: 8, policy: .continue) { Download($0) }
    let outcomes = try await many.run()
    #expect(outcomes == [.value(300), .value(100), .value(200)])

    let endless = GroupOperation.forEach(0..<100_000, width: 8, retry: RetryPolicy(attempts: 3)) {
      Download($0)
    }
    let tally = try await endless.run()
    print("\(tally.succeeded) of \(tally.total)")
    #expect(tally == GroupTally(succeeded: 100_000))

    var arrived: [Int] = []
    for try await outcome in GroupOperation.results(of: photos, width: 8, { Download($0) }) {
      if let size = outcome.value { arrived.append(size) }
    }
    #expect(arrived.sorted() == [100, 200, 300])
  }

  @Test("In the guide's example children are cancelled and suspended while the group remains")
  func hold() async throws {
    let group = GroupOperation<Void>(width: 2)
    let token = group.suspend()
    try group.add(Download(1))
    group.start()
    group.cancelChildren()
    token.resume()
    try await group.value
    #expect(group.tally == GroupTally(cancelled: 1))
  }
}

import Locking
import TestSupport
import Testing

@testable import Transfer

@Suite("The transfer engine")
struct TransferEngineTests {
  @Test("The transfer engine completes many more downloads than run at once")
  func many() async throws {
    let bench = try DownloadBench { $0.width = 8 }
    let body = photo(2000)
    let server = try WireServer { _ in [.ok(body)] }
    try await withThrowingTaskGroup { group in
      for index in 0..<1000 {
        group.addTask {
          let path = bench.folder.appending("\(index).part")
          let request = DownloadRequest(url: server.url("/\(index)"), partPath: path)
          return try await bench.engine.download(request).byteCount
        }
      }
      for try await count in group { #expect(count == 2000) }
    }
    #expect(Set(server.requests.map(\.target)).count == 1000)
    #expect(server.connectionCount <= 8)
  }

  @Test("The transfer engine respects its width and its width for a host")
  func width() async throws {
    let bench = try DownloadBench {
      $0.width = 3
      $0.widthPerHost = 2
    }
    let (busy, most) = (Locked(0), Locked(0))
    let server = try WireServer { _ in
      let now = busy.withLock {
        $0 += 1
        return $0
      }
      most.withLock { $0 = max($0, now) }
      busy.withLock { $0 -= 1 }
      return [.ok([])]
    }
    try await withThrowingTaskGroup { group in
      for _ in 0..<40 {
        group.addTask {
          try await bench.engine.answer(to: TransferRequest(url: server.url())).status
        }
      }
      for try await status in group { #expect(status == 200) }
    }
    #expect(most.withLock { $0 } <= 2)
    #expect(server.connectionCount <= 2)
  }

  @Test("The transfer engine returns complete parts without a request")
  func whole() async throws {
    let bench = try DownloadBench { $0.width = 0 }
    let body = photo(20_000)
    let server = try WireServer { _ in [] }
    try bench.leave(20_000, of: body, at: server.url("/photo.jpg"))
    try await withThrowingTaskGroup { group in
      for _ in 0..<50 { group.addTask { try await bench.download(server).bytesFetched } }
      for try await fetched in group { #expect(fetched == 0) }
    }
    #expect(server.requests.isEmpty)
  }

  @Test("The transfer engine completes started downloads in order")
  func started() async throws {
    let bench = try DownloadBench { ($0.width, $0.widthPerHost) = (1, 1) }
    let body = photo(2000)
    let server = try WireServer { _ in [.ok(body)] }
    let (results, continuation) = AsyncStream.makeStream(of: (Int, Int64?).self)
    for number in 0..<200 {
      var request = bench.request(server, "/\(number).jpg")
      request.partPath = bench.folder.appending("\(number).part")
      bench.engine.start(request) { result in
        continuation.yield((number, try? result.get().byteCount))
      }
    }
    var next = 0
    for await (number, byteCount) in results.prefix(200) {
      #expect(number == next && byteCount == 2000)
      next += 1
    }
    #expect(next == 200)
  }

  @Test("A started download can be cancelled while it waits or runs")
  func cancelStarted() async throws {
    let bench = try DownloadBench { $0.width = 1 }
    let (underWay, body) = (Latch(), photo(40_000))
    let server = try WireServer { _ in
      [.response("200 OK", ["Content-Length: 80000"], body), .open(underWay), .untilClosed]
    }
    let (kinds, continuation) = AsyncStream.makeStream(of: TransferError.Kind?.self)
    let ids = (0..<2).map { _ in
      bench.engine.start(bench.request(server)) { result in
        guard case .failure(let error) = result else { return continuation.finish() }
        continuation.yield(error.kind)
      }
    }
    await underWay.wait()
    for id in ids.reversed() { bench.engine.cancel(try #require(id)) }
    #expect(await kinds.prefix(2).reduce(into: []) { $0.append($1) } == [.cancelled, .cancelled])
    bench.engine.cancel(try #require(ids[0]))
    await bench.engine.shutdown()
    #expect(server.requests.count == 1)
  }

  @Test("A request after the shutdown or with an invalid address fails at once")
  func startedTooLate() async throws {
    let bench = try DownloadBench()
    let (kinds, continuation) = AsyncStream.makeStream(of: TransferError.Kind?.self)
    let tell: @Sendable (Result<Download, TransferError>) -> Void = { result in
      if case .failure(let error) = result { continuation.yield(error.kind) }
    }
    let isNone = bench.engine.start(
      DownloadRequest(url: "ftp://a/b", partPath: "x"), completion: tell)
    await bench.engine.shutdown()
    let isLate = bench.engine.start(
      DownloadRequest(url: "http://a/b", partPath: "x"), completion: tell)
    #expect(isNone == nil && isLate == nil)
    #expect(await kinds.prefix(2).reduce(into: []) { $0.append($1) } == [.badURL, .engineClosed])
  }

  @Test("Cancelling a task aborts its transfer at once")
  func cancel() async throws {
    let bench = try DownloadBench()
    let underWay = Latch()
    let body = photo(40_000)
    let server = try WireServer { _ in
      [.response("200 OK", ["Content-Length: 80000"] + DownloadBench.etag, body), .untilClosed]
    }
    var request = bench.request(server)
    request.refusing = { _, _ in
      underWay.open()
      return nil
    }
    let task = Task { [request] in await failure { try await bench.engine.download(request) } }
    await underWay.wait()
    task.cancel()
    let error = await task.value
    #expect(error?.kind == .cancelled && error?.isTransient == false)
    #expect(bench.state?.total == 80_000)
    #expect(bench.part.map { body.starts(with: $0) } == true)
  }

  @Test("A job whose task was cancelled before it ran is never started")
  func cancelWaiting() async throws {
    let bench = try DownloadBench { $0.width = 1 }
    let (underWay, release) = (Latch(), Latch())
    let server = try WireServer { request in
      request.target == "/first" ? [.open(underWay), .hold(release), .ok([])] : [.ok([])]
    }
    let first = Task {
      try await bench.engine.answer(to: TransferRequest(url: server.url("/first"))).status
    }
    await underWay.wait()
    let second = Task {
      await failure { try await bench.engine.answer(to: TransferRequest(url: server.url("/no"))) }
    }
    second.cancel()
    #expect(await second.value?.kind == .cancelled)
    release.open()
    #expect(try await first.value == 200)
    #expect(server.requests.map(\.target) == ["/first"])
  }

  @Test("A shutdown fails all transfers, now and later")
  func shutdown() async throws {
    let bench = try DownloadBench { $0.width = 4 }
    let underWay = Latch()
    let server = try WireServer { _ in [.open(underWay), .untilClosed] }
    let tasks = (0..<20).map { _ in
      Task {
        await failure { try await bench.engine.answer(to: TransferRequest(url: server.url())) }
      }
    }
    await underWay.wait()
    await bench.engine.shutdown()
    for task in tasks { #expect(await task.value?.kind == .engineClosed) }
    await bench.engine.shutdown()
    let late = await failure { try await bench.download(server) }
    #expect(late?.kind == .engineClosed)
    #expect(late?.message == "\(server.url("/photo.jpg")): the transfer engine is shut down")
  }

  @Test("Progress includes the bytes that the part already had")
  func progress() async throws {
    let bench = try DownloadBench()
    let body = photo(40_000)
    let server = try WireServer { _ in
      [
        .response(
          "206 Partial Content",
          ["Content-Range: bytes 30000-39999/40000", "Content-Length: 10000"],
          Array(body[30_000...]))
      ]
    }
    try bench.leave(30_000, of: body, at: server.url("/photo.jpg"))
    let told = Locked<[DownloadProgress]>([])
    _ = try await bench.engine.download(bench.request(server)) { progress in
      told.withLock { $0.append(progress) }
    }
    let first = told.withLock { $0.first }
    #expect(first?.expected == 40_000)
    #expect((30_001...40_000).contains(first?.received ?? 0))
  }

  @Test("A second download into the same part is refused")
  func onePart() async throws {
    let bench = try DownloadBench()
    let (underWay, release) = (Latch(), Latch())
    let body = photo(40_000)
    let server = try WireServer { request in
      guard request.target == "/first" else { return [.ok(body)] }
      return [
        .response("200 OK", ["Content-Length: 40000"], Array(body[..<20_000])), .hold(release),
        .send(Array(body[20_000...])),
      ]
    }
    var request = bench.request(server, "/first")
    let first = Task { [request] in
      try await bench.engine.download(request) { _ in underWay.open() }.byteCount
    }
    await underWay.wait()
    request.url = server.url("/second")
    let error = await failure { try await bench.engine.download(request) }
    #expect(error?.kind == .localFile(errno: 16))
    release.open()
    #expect(try await first.value == 40_000)
    #expect(bench.part == body)
  }
}

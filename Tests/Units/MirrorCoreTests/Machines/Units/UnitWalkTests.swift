import Locking
import MirrorCore
import MirrorTesting
import Operations
import ProviderKit
import Testing

@Suite("The pipeline of units", .timeLimit(.minutes(15)))
struct UnitWalkTests {
  private let workspace = MemoryWorkspace()
  private let destination: MemoryPlace
  private let results = Locked<[UnitResult]>([])

  init() { destination = MemoryPlace(workspace) }

  private func run(
    _ lines: [String], site: MemoryNetwork, into other: MemoryPlace? = nil
  ) async throws -> [Int: UnitResult] {
    let results = results
    var options = WalkOptions()
    options.attempts = 2
    let walk = UnitWalk(
      options, destination: (other ?? destination).files(), workspace: workspace,
      media: MemoryMedia(workspace),
      network: site, announcer: Announcer(nil)
    ) { result in results.withLock { $0.append(result) } }
    let parts = Locked(
      lines.enumerated().map { UnitWalk.Line(number: $0 + 1, bytes: Array($1.utf8)) })
    let stream = AsyncThrowingStream<[UnitWalk.Line], any Error> {
      parts.withLock { rest in
        let part = Array(rest.prefix(2))
        rest.removeFirst(part.count)
        return part.isEmpty ? nil : part
      }
    }
    _ = try await walk.operation(stream).run()
    return Dictionary(results.withLock(\.self).map { ($0.line, $0) }) { $1 }
  }

  private func unit(_ id: String, _ more: String = "") -> String {
    #"{"id":"\#(id)","name":"o/\#(id)","address":"https://a.example/\#(id).jpg"\#(more)}"#
  }

  /// A site with a picture at each address, except some.
  private func site(_ others: [String: String] = [:]) -> MemoryNetwork {
    MemoryNetwork(workspace) { url throws(FetchError) in
      let name = url.split(separator: "/").last.map(String.init) ?? ""
      guard let other = others[name] else { return Array("jpeg \(name)".utf8) }
      if other == "404" { throw FetchError(.status(404), "no such file") }
      return Array(other.utf8)
    }
  }

  @Test("Each unit is stored under its name, and answered once")
  func stored() async throws {
    let results = try await run((1...5).map { unit("\($0)") }, site: site())
    #expect(results.count == 5 && destination.content.files.count == 5)
    guard case .stored(let facts) = results[3]?.outcome else {
      Issue.record("\(String(describing: results[3]))")
      return
    }
    #expect(facts.path == "o/3.jpg" && facts.width == 4 && facts.isProven)
    #expect(results[3]?.id == "3" && workspace.names.isEmpty)
  }

  @Test("A unit whose file is stored is not fetched again")
  func known() async throws {
    _ = try await run([unit("1")], site: site())
    results.withLock { $0 = [] }
    let network = site()
    let again = try await run([unit("1"), unit("2")], site: network)
    guard case .known(let facts) = again[1]?.outcome, case .stored(let first) = again[2]?.outcome
    else {
      Issue.record("\(again)")
      return
    }
    #expect(facts.path == "o/1.jpg" && facts.width == 4 && facts.byteCount == first.byteCount)
    #expect(facts.isProven && facts.sha256.count == first.sha256.count && facts.bytesFetched == 0)
    #expect(network.addresses == ["https://a.example/2.jpg"])
  }

  @Test("A bad line costs itself only, and so does a photo that is not available")
  func bad() async throws {
    let lines = ["{", unit("1"), #"{"id":"x"}"#, unit("2"), unit("3"), unit("4")]
    let network = site(["2.jpg": "404", "3.jpg": "<html>", "4.jpg": "broken"])
    let results = try await run(lines, site: network)
    #expect(results.count == 6)
    guard case .invalid = results[1]?.outcome, case .invalid = results[3]?.outcome,
      case .stored = results[2]?.outcome,
      case .failed(_, _, willRetry: false) = results[4]?.outcome,
      case .failed(_, _, willRetry: true) = results[5]?.outcome,
      case .failed(let stage, _, _) = results[6]?.outcome
    else {
      Issue.record("\(results)")
      return
    }
    #expect(results[3]?.id == "x" && stage == "inspect" && destination.content.files.count == 1)
  }

  @Test("A promise that is broken fails the unit")
  func promises() async throws {
    let lines = [
      unit("1", #","digest":"md5:\#(String(repeating: "00", count: 16))""#),
      unit("2", #","width":400,"height":300"#), unit("3", #","width":4,"height":3"#),
    ]
    let results = try await run(lines, site: site())
    guard case .failed = results[1]?.outcome, case .failed = results[2]?.outcome,
      case .stored = results[3]?.outcome
    else {
      Issue.record("\(results)")
      return
    }
  }

  @Test("Metadata becomes a sidecar, and without any there is none")
  func sidecars() async throws {
    let photo = #","provider":"p","photo":{"id":"1","owner":"o","title":"T"}"#
    _ = try await run([unit("1", photo), unit("2")], site: site())
    #expect(destination.content.sidecars.keys.sorted() == ["o/1.jpg"])
  }

  @Test("A unit that another process stores first is known, and leaves no part")
  func overtaken() async throws {
    let destination = MemoryPlace(workspace) { _ in
      StorageError(.directory("another file exists"), isOfEntry: true)
    }
    let network = MemoryNetwork(workspace) { url throws(FetchError) in
      if url.hasSuffix("/1.jpg") { destination.content.files["o/1.jpg"] = Array("jpeg".utf8) }
      return Array("jpeg".utf8)
    }
    let results = try await run([unit("1"), unit("2")], site: network, into: destination)
    guard case .known(let facts) = results[1]?.outcome, facts.path == "o/1.jpg" else {
      Issue.record("\(results)")
      return
    }
    guard case .failed(let stage, _, _) = results[2]?.outcome else {
      Issue.record("\(results)")
      return
    }
    #expect(stage == "store" && !workspace.names.contains(workspace.part(ofPhoto: 1)))
  }

  @Test("A stored file that is damaged fails its unit only, and no other attempt can mend it")
  func damaged() async throws {
    destination.content.files["o/1.jpg"] = Array("broken".utf8)
    let results = try await run([unit("1"), unit("2")], site: site())
    guard case .failed(_, let reason, willRetry: false) = results[1]?.outcome,
      case .stored = results[2]?.outcome
    else {
      Issue.record("\(results)")
      return
    }
    #expect(reason.contains("the stored file is damaged"))
  }

  @Test("A result repeats its line's tag, whatever became of the line")
  func tags() async throws {
    let tag = #","tag":{"caption":"A \"boat\"","label":3.10}"#
    let lines = [unit("1", tag), unit("2", tag), unit("3"), #"{"id":"4","tag":7}"#]
    let results = try await run(lines, site: site(["2.jpg": "404"]))
    #expect(results[1]?.tag == #"{"caption":"A \"boat\"","label":3.10}"#)
    #expect(results[2]?.tag == results[1]?.tag && results[3]?.tag == nil)
    #expect(results[4]?.tag == "7")
  }

  @Test("A refused private address is a lasting failure: anybody can put one into a list")
  func privateAddress() async throws {
    let network = MemoryNetwork(workspace) { _ throws(FetchError) in
      throw FetchError(.privateAddress, "the private address 10.0.0.1 is refused")
    }
    let results = try await run([unit("1")], site: network)
    guard case .failed(_, _, willRetry: false) = results[1]?.outcome else {
      Issue.record("\(results)")
      return
    }
    #expect(network.addresses.count == 1)
  }

  @Test("A store that fails ends the run")
  func storeFails() async throws {
    let failing = MemoryPlace(workspace) { _ in StorageError(.directory("full")) }
    let walk = UnitWalk(
      WalkOptions(), destination: failing.files(), workspace: workspace,
      media: MemoryMedia(workspace), network: site(), announcer: Announcer(nil)
    ) { _ in }
    let line = UnitWalk.Line(number: 1, bytes: Array(unit("1").utf8))
    let lines = Locked([[line]])
    let stream = AsyncThrowingStream<[UnitWalk.Line], any Error> {
      lines.withLock { $0.popLast() }
    }
    let error = await #expect(throws: (any Error).self) { try await walk.operation(stream).run() }
    #expect(error.map { MirrorError(readingSource: $0) } == .directory("full"))
  }
}

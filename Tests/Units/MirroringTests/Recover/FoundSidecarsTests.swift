import Locking
import MirrorCore
import ProviderKit
import Testing
import Threads

@testable import Mirroring

@Suite("The files beside pictures that a catalog does not know")
struct FoundSidecarsTests {
  private static let sidecar = Sidecar.bytes(
    of: Photo(id: "7", owner: "ada", title: "A cat", pageURL: nil), as: .xmp, provider: "site")

  private func notes(
    beside files: [String: [UInt8]], failing: StorageError? = nil
  ) async throws -> (note: PhotoNote?, reads: [String]) {
    let place = ReadPlace(files: files, failing: failing)
    let disk = ThreadPool(name: "disk", width: 1)
    let sidecars = FoundSidecars(
      destination: MirrorFiles(in: place, extensions: ["jpg"], sidecars: SidecarChoice()),
      disk: disk)
    let notes = await Result { () async throws in
      try await sidecars.notes(of: [FoundFiles.Picture(known: "a.jpg")])
    }
    await disk.shutdown()
    return (try notes.get()[0], place.reads.withLock(\.self))
  }

  @Test(
    "The sidecar of this program says more than another tool's note, and each file is read once")
  func preferred() async throws {
    let other = Array(#"{"id": "9", "category": "flickr"}"#.utf8)
    let both = try await notes(beside: ["a.jpg.json": other, "a.jpg.xmp": Self.sidecar])
    #expect(both.note?.id == "7" && both.note?.photo?.title == "A cat")
    #expect(Set(both.reads).count == both.reads.count)
    let one = try await notes(beside: ["a.jpg.json": other])
    #expect(one.note?.id == "9" && one.note?.photo == nil)
    #expect(Set(one.reads).count == one.reads.count)
    #expect(try await notes(beside: [:]).note == nil)
  }

  @Test(
    "A file that cannot be read costs its note, and a place that fails is no picture without one")
  func failing() async throws {
    let reason = MirrorError.directory("it is on fire")
    let entry = StorageError(reason, isOfEntry: true)
    #expect(try await notes(beside: [:], failing: entry).note == nil)
    await #expect(throws: StorageError.self) {
      try await notes(beside: [:], failing: StorageError(reason))
    }
  }
}

/// A place of which files are only read.
private struct ReadPlace: FilePlace {
  let files: [String: [UInt8]]
  let failing: StorageError?
  let reads = Locked<[String]>([])
  let traits = PlaceTraits(name: "place", directory: nil, width: 1)

  func read(_ path: String, limit: Int, isWhole: Bool) async throws(StorageError) -> [UInt8]? {
    if let failing { throw failing }
    reads.withLock { $0.append(path) }
    return files[path]
  }

  func list(_ list: PlaceList, _ body: ([PlaceFile]) async throws -> Bool) async throws {}
  func facts(
    of paths: [String], _ evidence: FileEvidence
  ) async throws(StorageError) -> [FileFacts?] { paths.map { _ in nil } }
  func find(
    stems: [String], extensions: [String]
  ) async throws(StorageError) -> [String: String] { [:] }
  func take(_ path: String, limit: Int64) async throws(StorageError) -> TakenFile? { nil }
  func release(_ file: TakenFile) async {}
  func apply(
    _ groups: [[PlaceChange]]
  ) async -> [Result<[ChangeOutcome], StorageError>] { [] }
  func capacity() async -> PlaceCapacity { PlaceCapacity(byteCount: nil, longestName: 255) }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

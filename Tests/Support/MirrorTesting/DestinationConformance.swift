import MirrorCore

/// The rules of every destination, as checks. A test of an adapter calls ``check(_:)``.
package struct DestinationConformance: Sendable {
  /// A new, empty destination, with ways to make a part and to read what is stored.
  package struct Subject: Sendable {
    package let destination: MirrorFiles
    /// Makes a part file with these bytes, and returns its path.
    package let part: @Sendable ([UInt8]) throws -> String
    /// The bytes of a stored file; nil if there is none.
    package let read: @Sendable (_ path: String) async throws -> [UInt8]?

    package init(
      _ destination: MirrorFiles, part: @escaping @Sendable ([UInt8]) throws -> String,
      read: @escaping @Sendable (String) async throws -> [UInt8]?
    ) {
      (self.destination, self.part, self.read) = (destination, part, read)
    }
  }

  let subject: Subject
  var destination: MirrorFiles { subject.destination }

  /// - Parameter make: makes a new, empty destination for each check.
  /// - Returns: the violated rules.
  package static func check(_ make: () async throws -> Subject) async throws -> [String] {
    var broken: [String] = []
    for (rule, check) in checks {
      if try await !check(DestinationConformance(subject: make())) { broken.append(rule) }
    }
    return broken
  }

  private typealias Check = @Sendable (DestinationConformance) async throws -> Bool

  private static let checks: [(String, Check)] = [
    ("a photo is stored with its thumbnail and sidecar, and its part is consumed", stored),
    ("a name that is taken is refused, and what is there stays", exclusive),
    ("one file that is refused does not affect the others of its batch", batch),
    ("a sidecar that is there stays, a thumbnail is replaced", companions),
    ("a rewritten sidecar replaces the one that is there", rewritten),
    ("a file's bytes are read up to a limit, and a missing one has none", read),
    ("files are found by their names without extension", found),
    ("an empty or missing file is not there", missing),
    ("a file that is set aside keeps its bytes and leaves its name, twice", setAside),
    ("a name without a file is not set aside", nothingAside),
    ("files that are set aside are listed with the paths that they had, and deleted", asides),
    ("a file is moved to a free name only, also if the move is repeated", moved),
    ("a discarded photo is in the trash with its record, and its names are free", discarded),
    ("an old version goes to the trash alone", retired),
    ("two photos of one name are in the trash side by side", twins),
    ("a photo is recovered with its companions, and leaves the trash", recovered),
    ("a photo in the trash does not replace another file", displaced),
    ("a photo that is purged leaves nothing in the trash", purged),
    ("photos that enter and leave the trash at the same time do not disturb each other", crowded),
    ("the trash is read in batches, each photo once", batches),
    ("a fingerprint tells other bytes of the same length apart", fingerprinted),
    ("a new place has no id of a mirror, and keeps the last one that it gets", identified),
  ]

  func place(
    _ path: String, _ bytes: [UInt8]?, _ companions: Companion...
  ) async throws -> Result<[CompanionFailure], StorageError>? {
    let picture = try bytes.map { Placement.Picture.part(try subject.part($0)) } ?? .stored
    let file = Placement(path: path, picture: picture, companions: companions)
    return await destination.place([file]).first
  }

  /// Whether the stored files have these bytes, by their paths.
  func holds(_ files: [String: [UInt8]]) async throws -> Bool {
    for (path, bytes) in files where try await subject.read(path) != bytes { return false }
    return true
  }

  private func look(_ path: String, thumbnail: String? = nil) async throws -> FileLook? {
    let files = StoredFiles(
      path: path, stem: thumbnail ?? "o/none", thumbnail: thumbnail == nil ? .absent : .jpeg)
    return try await destination.look(for: [files]).first
  }

  private static func stored(_ kit: Self) async throws -> Bool {
    let result = try await kit.place(
      "o/a.jpg", [1, 2], .thumbnail([3], stem: "o/a"), .sidecar([4], .xmp))
    guard let look = try await kit.look("o/a.jpg", thumbnail: "o/a") else { return false }
    let isThere = try await kit.holds(["o/a.jpg": [1, 2]])
    return result == .success([]) && look.isComplete && isThere
  }

  private static func exclusive(_ kit: Self) async throws -> Bool {
    _ = try await kit.place("o/a.jpg", [1])
    guard case .failure(let error) = try await kit.place("o/a.jpg", [2]) else { return false }
    let stays = try await kit.holds(["o/a.jpg": [1]])
    return error.isOfEntry && stays
  }

  private static func batch(_ kit: Self) async throws -> Bool {
    _ = try await kit.place("o/a.jpg", [1])
    let files = try ["o/a.jpg", "o/b.jpg", "p/c.jpg"].map {
      Placement(path: $0, picture: .part(try kit.subject.part([2])), companions: [])
    }
    let results = await kit.destination.place(files).map { (try? $0.get()) != nil }
    let isThere = try await kit.holds(["p/c.jpg": [2]])
    return results == [false, true, true] && isThere
  }

  private static func companions(_ kit: Self) async throws -> Bool {
    _ = try await kit.place("o/a.jpg", [1], .thumbnail([1], stem: "o/a"), .sidecar([1], .xmp))
    let again = try await kit.place(
      "o/a.jpg", nil, .thumbnail([2], stem: "o/a"), .sidecar([2], .xmp))
    let isThere = try await kit.holds([
      "o/a.jpg.xmp": [1], ".photomirror/thumbnails/o/a.jpg": [2],
    ])
    return again == .success([]) && isThere
  }

  private static func rewritten(_ kit: Self) async throws -> Bool {
    _ = try await kit.place("o/a.jpg", [1], .sidecar([1], .xmp))
    let again = try await kit.place("o/a.jpg", nil, .rewrittenSidecar([2], .xmp))
    let isThere = try await kit.holds(["o/a.jpg.xmp": [2]])
    return again == .success([]) && isThere
  }

  private static func read(_ kit: Self) async throws -> Bool {
    _ = try await kit.place("o/a.jpg", [1], .sidecar([1, 2], .xmp))
    guard try await kit.destination.read("o/a.jpg.xmp", limit: 2) == [1, 2],
      try await kit.destination.read("o/b.jpg.xmp", limit: 2) == nil
    else { return false }
    do throws(StorageError) {
      _ = try await kit.destination.read("o/a.jpg.xmp", limit: 1)
      return false
    } catch {
      return error.isOfEntry
    }
  }

  private static func found(_ kit: Self) async throws -> Bool {
    _ = try await kit.place("o/a.jpg", [1])
    // A destination may cache earlier lookups.
    return try await kit.destination.find(stems: ["o/a", "o/b", "p/a"]) == ["o/a": "o/a.jpg"]
  }

  private static func missing(_ kit: Self) async throws -> Bool {
    _ = try await kit.place("o/empty.jpg", [])
    let looks = try await [kit.look("o/empty.jpg"), kit.look("o/none.jpg")]
    return looks.allSatisfy { $0?.isThere == false }
  }

  private static func nothingAside(_ kit: Self) async throws -> Bool {
    try await kit.destination.setAside("o/none.jpg") == nil
  }

  private func asides() async throws -> [AsideFile] {
    var files: [AsideFile] = []
    try await destination.forEachAside { files += $0 }
    return files
  }

  private static func asides(_ kit: Self) async throws -> Bool {
    var places: [String] = []
    for bytes: [UInt8] in [[1], [2, 2]] {
      _ = try await kit.place("o/a.jpg", bytes)
      places += [try await kit.destination.setAside("o/a.jpg")].compactMap(\.self)
    }
    let files = try await kit.asides()
    guard files.map(\.path) == places, files.map(\.byteCount) == [1, 2],
      files.map(\.original) == ["o/a.jpg", "o/a.jpg"]
    else { return false }
    for _ in 1...2 { try await kit.destination.removeAside(places[0]) }
    return try await kit.asides().map(\.path) == [places[1]]
  }

  private static func moved(_ kit: Self) async throws -> Bool {
    _ = try await kit.place("o/a.jpg", [1])
    for _ in 1...2 { try await kit.destination.move("o/a.jpg", to: "p/b.jpg") }
    guard try await kit.holds(["p/b.jpg": [1]]), try await kit.subject.read("o/a.jpg") == nil else {
      return false
    }
    _ = try await kit.place("o/a.jpg", [2])
    do throws(StorageError) {
      try await kit.destination.move("o/a.jpg", to: "p/b.jpg")
      return false
    } catch {
      guard error.isOfEntry else { return false }
    }
    return try await kit.holds(["o/a.jpg": [2], "p/b.jpg": [1]])
  }

  private static func setAside(_ kit: Self) async throws -> Bool {
    var places: Set<String> = []
    for bytes: [UInt8] in [[1], [2]] {
      _ = try await kit.place("o/a.jpg", bytes)
      guard let place = try await kit.destination.setAside("o/a.jpg") else { return false }
      guard try await kit.holds([place: bytes]), try await kit.look("o/a.jpg")?.isThere == false
      else { return false }
      places.insert(place)
    }
    return places.count == 2
  }
}

import MirrorCore

extension DestinationConformance {
  private static let files = StoredFiles(path: "o/a.jpg", stem: "o/a", thumbnail: .jpeg)

  /// Stores a photo with its companions and moves it to the trash.
  private func discard(_ bytes: [UInt8] = [1, 2], label: String = "2026-01-02") async throws
    -> String
  {
    _ = try await place("o/a.jpg", bytes, .thumbnail([3], stem: "o/a"), .sidecar([4], .xmp))
    let place = try await destination.trashPlace(of: "o/a.jpg", label: label)
    try await destination.discard(Self.files, to: place, record: [5])
    return place
  }

  static func discarded(_ kit: Self) async throws -> Bool {
    let place = try await kit.discard()
    // A kill may have interrupted the first call after its last step.
    try await kit.destination.discard(files, to: place, record: [5])
    let look = try await kit.destination.look(for: [files]).first
    let items = try await kit.destination.trash(after: nil, limit: 9)
    let print = try await kit.destination.fingerprint(of: place)
    return look == FileLook(isThere: false, hasSidecar: false, hasThumbnail: false)
      && items == [TrashItem(place: place, record: [5])] && place.hasPrefix(".photomirror/trash/")
      && print?.byteCount == 2
  }

  /// A new version takes the path, and keeps sidecar and thumbnail.
  static func retired(_ kit: Self) async throws -> Bool {
    _ = try await kit.place("o/a.jpg", [1], .thumbnail([3], stem: "o/a"), .sidecar([4], .xmp))
    let place = try await kit.destination.trashPlace(of: "o/a.jpg", label: "2026-01-02")
    for _ in 1...2 {
      try await kit.destination.discard(files, to: place, record: [5], isPictureOnly: true)
    }
    let look = try await kit.destination.look(for: [files]).first
    return look == FileLook(isThere: false) && look?.hasSidecar == true
      && look?.hasThumbnail == true
  }

  static func twins(_ kit: Self) async throws -> Bool {
    let places = [try await kit.discard([1]), try await kit.discard([2, 2])]
    var sizes: [Int64?] = []
    for place in places {
      sizes.append(try await kit.destination.fingerprint(of: place)?.byteCount)
    }
    return sizes == [1, 2]
  }

  static func recovered(_ kit: Self) async throws -> Bool {
    let place = try await kit.discard()
    for _ in 1...2 { try await kit.destination.recover(files, from: place) }
    let look = try await kit.destination.look(for: [files]).first
    let items = try await kit.destination.trash(after: nil, limit: 9)
    let isThere = try await kit.holds(["o/a.jpg": [1, 2], "o/a.jpg.xmp": [4]])
    return look?.isComplete == true && isThere && items.isEmpty
  }

  static func displaced(_ kit: Self) async throws -> Bool {
    let place = try await kit.discard()
    _ = try await kit.place("o/a.jpg", [9])
    do throws(StorageError) {
      try await kit.destination.recover(files, from: place)
      return false
    } catch {
      let print = try await kit.destination.fingerprint(of: place)
      let stays = try await kit.holds(["o/a.jpg": [9]])
      return error.isOfEntry && stays && print?.byteCount == 2
    }
  }

  static func purged(_ kit: Self) async throws -> Bool {
    let place = try await kit.discard()
    for _ in 1...2 { try await kit.destination.purge(place) }
    let items = try await kit.destination.trash(after: nil, limit: 9)
    let print = try await kit.destination.fingerprint(of: place)
    return items.isEmpty && print == nil
  }

  /// All of them have the same folder in the trash, which is removed when it is empty.
  static func crowded(_ kit: Self) async throws -> Bool {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...4 {
        let file = StoredFiles(path: "o/\(number).jpg", stem: "o/\(number)", thumbnail: .jpeg)
        group.addTask {
          for _ in 1...25 {
            _ = try await kit.place(file.path, [1])
            let place = try await kit.destination.trashPlace(of: file.path, label: "2026-01-02")
            try await kit.destination.discard(file, to: place, record: [5])
            try await kit.destination.purge(place)
          }
        }
      }
      try await group.waitForAll()
    }
    return try await kit.destination.trash(after: nil, limit: 9).isEmpty
  }

  static func batches(_ kit: Self) async throws -> Bool {
    var places: Set<String> = []
    for label in ["2026-01-02", "2026-01-03"] {
      for _ in 1...2 { places.insert(try await kit.discard(label: label)) }
    }
    var (found, last): ([String], String?) = ([], nil)
    for _ in 1...5 {
      let items = try await kit.destination.trash(after: last, limit: 1)
      found += items.map(\.place)
      last = items.last?.place ?? last
    }
    return found.count == 4 && Set(found) == places
  }

  static func fingerprinted(_ kit: Self) async throws -> Bool {
    _ = try await kit.place("o/a.jpg", [1])
    _ = try await kit.place("o/b.jpg", [2])
    let a = try await kit.destination.fingerprint(of: "o/a.jpg")
    let b = try await kit.destination.fingerprint(of: "o/b.jpg")
    let none = try await kit.destination.fingerprint(of: "o/none.jpg")
    return a != nil && b != nil && a != b && none == nil
  }

  static func identified(_ kit: Self) async throws -> Bool {
    let ids = ["a", "b"].map { String(repeating: $0, count: 32) }
    guard try await kit.destination.mirrorID() == nil else { return false }
    for id in ids { try await kit.destination.noteMirrorID(id) }
    return try await kit.destination.mirrorID() == ids[1]
  }
}

import MirrorCore

/// The trash: the same names as in a directory, under the prefix.
extension ObjectDestination {
  /// Objects whose keys begin as a photo's place.
  private static let mostTwins = 100_000

  package func trashPlace(
    of path: String, label: String
  ) async throws(StorageError) -> String {
    let place = TrashNames.place(of: path, label: label)
    let objects = try await told("look for", place) { () throws(StoreError) in
      try await keys(with: place)
    }
    var (free, number) = (place, 1)
    while TrashNames(of: free).all.contains(where: objects.contains) {
      number += 1
      free = "\(place)~\(number)"
    }
    return free
  }

  package func discard(
    _ files: StoredFiles, to place: String, record: [UInt8], isPictureOnly: Bool
  ) async throws(StorageError) {
    try checkPlace(place)
    try await told("move to the trash", files.path) { () throws(StoreError) in
      try await client.checkDeletes(besides: files.path)
      let names = TrashNames(of: place)
      let request = StoreRequest(.put, names.record, headers: ObjectHeaders.of(names.record))
      _ = try await client.put(request.sending(record), isExclusive: false)
      for (from, to) in isPictureOnly ? [] : names.companions(of: files) {
        guard try await client.facts(of: from) != nil else { continue }
        guard try await client.facts(of: to) == nil else { throw Self.taken(to) }
        try await moveKey(from, to: to)
      }
      try await moveOnce(files.path, to: names.picture)
    }
  }

  package func recover(_ files: StoredFiles, from place: String) async throws(StorageError) {
    try checkPlace(place)
    try await told("recover", files.path) { () throws(StoreError) in
      try await client.checkDeletes(besides: place)
      let names = TrashNames(of: place)
      if try await client.facts(of: names.picture) != nil,
        try await client.facts(of: files.path) != nil
      {
        throw Self.taken(files.path)
      }
      for (to, from) in names.companions(of: files) {
        guard try await client.facts(of: from) != nil else { continue }
        if try await client.facts(of: to) == nil {
          try await moveKey(from, to: to)
        } else {
          _ = try await setAside(from, as: to)
        }
      }
      try await moveOnce(names.picture, to: files.path)
      try await client.delete(names.record)
    }
  }

  package func purge(_ place: String) async throws(StorageError) {
    try checkPlace(place)
    try await told("delete", place) { () throws(StoreError) in
      for key in TrashNames(of: place).all { try await client.delete(key) }
    }
  }

  package func trash(
    after place: String?, limit: Int
  ) async throws(StorageError) -> [TrashItem] {
    try await told("read", TrashNames.root) { () throws(StoreError) in
      var items: [TrashItem] = []
      var listing = StoreListing(
        client, prefix: TrashNames.root + "/", after: place.map { TrashNames(of: $0).record })
      while let objects = try await listing.next() {
        for object in objects where object.key.hasSuffix(TrashNames.recordExtension) {
          guard items.count < limit else { return items }
          let isRecord = object.size <= TrashItem.longestRecord
          let record =
            isRecord
            ? try await client.bytes(of: object.key, limit: TrashItem.longestRecord) : nil
          items.append(
            TrashItem(
              place: String(object.key.dropLast(TrashNames.recordExtension.count)),
              record: record ?? []))
        }
      }
      return items
    }
  }

  /// Moves a photo's own file; succeeds if it is there already.
  func moveOnce(_ key: String, to other: String) async throws(StoreError) {
    guard let facts = try await client.facts(of: key) else {
      guard try await client.facts(of: other) != nil else {
        throw StoreError(.missing, "there is no such object")
      }
      return
    }
    if let there = try await client.facts(of: other) {
      // A kill between copy and deletion leaves both.
      // The tag of a copy in parts is another one.
      let isCopy =
        there.entityTag == facts.entityTag || facts.sha256 != nil && there.sha256 == facts.sha256
      guard there.size == facts.size, isCopy else {
        throw Self.taken(other)
      }
      return try await client.delete(key)
    }
    try await moveKey(key, to: other)
  }

  /// All keys that begin with a text: those of a photo and its twins.
  private func keys(with beginning: String) async throws(StoreError) -> Set<String> {
    var keys: Set<String> = []
    var listing = StoreListing(client, prefix: beginning)
    while let objects = try await listing.next() {
      keys.formUnion(objects.map(\.key))
      guard keys.count <= Self.mostTwins else {
        throw StoreError(.entry, "more than \(Self.mostTwins) objects have names that begin so")
      }
    }
    return keys
  }

  private func checkPlace(_ place: String) throws(StorageError) {
    guard TrashNames.isPlace(place) else {
      throw StorageError(.directory("\(place) is no place in the trash"), isOfEntry: true)
    }
  }

  private static func taken(_ key: String) -> StoreError {
    StoreError(.exists, "another file already exists at \(key)")
  }
}

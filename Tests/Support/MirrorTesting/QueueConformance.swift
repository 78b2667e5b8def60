import MirrorCore

/// Checks a queue against the rules that workers rely on.
package enum QueueConformance {
  /// A queue with the catalog of its source, and with control of its leases and its clock.
  package struct Bench: Sendable {
    package let catalog: any TaskCatalog
    /// A further worker.
    package let worker: @Sendable () async throws -> any WorkQueue
    /// Ends the leases of all workers, and gives their photos to others.
    package let expire: @Sendable () async throws -> Void
    /// Lets all photos be tried now.
    package let wait: @Sendable () async throws -> Void

    package init(
      _ catalog: any TaskCatalog, worker: @escaping @Sendable () async throws -> any WorkQueue,
      expire: @escaping @Sendable () async throws -> Void,
      wait: @escaping @Sendable () async throws -> Void
    ) {
      (self.catalog, self.worker) = (catalog, worker)
      (self.expire, self.wait) = (expire, wait)
    }

    /// Admits photos and puts them into the queue.
    func enqueue(_ ids: [String]) async throws -> [PhotoRecord] {
      let records = try await CatalogConformance.admit(ids, to: catalog)
      try await worker().enqueue(records.map(\.id))
      return records
    }
  }

  /// One rule of the port.
  package struct Check: Sendable, CustomStringConvertible {
    package let promise: String
    /// The promises that are broken.
    package let findings: @Sendable (Bench) async throws -> [String]

    package var description: String { promise }

    init(_ promise: String, _ holds: @escaping @Sendable (Bench) async throws -> Bool) {
      self.promise = promise
      findings = { try await holds($0) ? [] : [promise] }
    }
  }

  package static let checks = claims + endings

  private static let claims: [Check] = [
    Check("a photo is claimed by one worker, the oldest first") { bench in
      let photos = try await bench.enqueue(["1", "2", "3"])
      let (one, two) = (try await bench.worker(), try await bench.worker())
      let first = try await one.claim(2)
      let second = try await two.claim(5)
      let third = try await one.claim(5)
      return (first + second).map(\.record.id) == photos.map(\.id) && third.isEmpty
        && first.allSatisfy { $0.attempt == 1 && !$0.isAddressLost }
    },
    Check("a photo is queued once, and one that is mirrored never") { bench in
      let photos = try await bench.enqueue(["1", "2"])
      let worker = try await bench.worker()
      let claimed = try await worker.claim(1)
      try await worker.enqueue(photos.map(\.id))
      _ = try await worker.finish([CatalogConformance.file(of: photos[0])])
      try await worker.enqueue(photos.map(\.id))
      let rest = try await worker.claim(5)
      return claimed.count == 1 && rest.map(\.record.id) == [photos[1].id]
    },
    Check("the photos of a worker whose lease is over go to another one") { bench in
      _ = try await bench.enqueue(["1"])
      let (dead, alive) = (try await bench.worker(), try await bench.worker())
      let lost = try await dead.claim(1)
      let early = try await alive.claim(1)
      try await bench.expire()
      let late = try await alive.claim(1)
      return early.isEmpty && late.map(\.record.id) == lost.map(\.record.id)
        && late.map(\.attempt) == [2]
    },
    Check("a photo that several workers had when they died is a dead letter") { bench in
      _ = try await bench.enqueue(["1"])
      for _ in 0..<ClaimedPhoto.mostAttempts {
        guard try await bench.worker().claim(1).count == 1 else { return false }
        try await bench.expire()
      }
      let worker = try await bench.worker()
      let isOpen = try await worker.isOpen()
      let more = try await worker.claim(1)
      return more.isEmpty && !isOpen
    },
    Check("what a worker gives back is free at once, and not an attempt") { bench in
      _ = try await bench.enqueue(["1", "2"])
      let (one, two) = (try await bench.worker(), try await bench.worker())
      _ = try await one.claim(2)
      try await one.release()
      let claimed = try await two.claim(2)
      return claimed.map(\.attempt) == [1, 1]
    },
  ]

  private static let endings: [Check] = [
    Check("a completed photo is recorded and leaves the queue") { bench in
      let photos = try await bench.enqueue(["1"])
      let worker = try await bench.worker()
      _ = try await worker.claim(1)
      let wasOpen = try await worker.isOpen()
      let rejected = try await worker.finish([CatalogConformance.file(of: photos[0])])
      let isOpen = try await worker.isOpen()
      let count = try await bench.catalog.mirroredCount()
      return wasOpen && rejected.isEmpty && !isOpen && count == 1
    },
    Check("a completion that comes after another claim changes nothing") { bench in
      let photos = try await bench.enqueue(["1"])
      let (zombie, heir) = (try await bench.worker(), try await bench.worker())
      _ = try await zombie.claim(1)
      try await bench.expire()
      _ = try await heir.claim(1)
      let rejected = try await zombie.finish([CatalogConformance.file(of: photos[0])])
      let early = try await bench.catalog.mirroredCount()
      let late = try await heir.finish([CatalogConformance.file(of: photos[0])])
      let count = try await bench.catalog.mirroredCount()
      return rejected == [photos[0].id] && early == 0 && late.isEmpty && count == 1
    },
    Check("nor does one that comes after another worker's") { bench in
      let photos = try await bench.enqueue(["1"])
      let (zombie, heir) = (try await bench.worker(), try await bench.worker())
      _ = try await zombie.claim(1)
      try await bench.expire()
      _ = try await heir.claim(1)
      _ = try await heir.finish([CatalogConformance.file(of: photos[0])])
      let same = try await zombie.finish([CatalogConformance.file(of: photos[0])])
      let isBuried = try await zombie.bury(photos[0].id, reason: "late", isRefusal: false)
      let isPostponed = try await zombie.postpone(photos[0].id, Setback(reason: "late"))
      // The bytes are the same: nothing is wrong.
      return same.isEmpty && !isBuried && !isPostponed
    },
    Check("a late failure of a zombie changes nothing") { bench in
      let photos = try await bench.enqueue(["1"])
      let (zombie, heir) = (try await bench.worker(), try await bench.worker())
      _ = try await zombie.claim(1)
      try await bench.expire()
      _ = try await heir.claim(1)
      let isBuried = try await zombie.bury(photos[0].id, reason: "late", isRefusal: true)
      let rejected = try await heir.finish([CatalogConformance.file(of: photos[0])])
      return !isBuried && rejected.isEmpty
    },
    Check("a postponed photo waits, and is then tried by anyone") { bench in
      let photos = try await bench.enqueue(["1"])
      let (one, two) = (try await bench.worker(), try await bench.worker())
      _ = try await one.claim(1)
      let isPostponed = try await one.postpone(
        photos[0].id, Setback(reason: "no answer", isAddressLost: true))
      let early = try await two.claim(1)
      let isOpen = try await two.isOpen()
      try await bench.wait()
      let late = try await two.claim(1)
      return isPostponed && early.isEmpty && isOpen && late.map(\.attempt) == [2]
        && late.map(\.isAddressLost) == [true]
    },
    Check("an outage is no attempt") { bench in
      let photos = try await bench.enqueue(["1"])
      let worker = try await bench.worker()
      _ = try await worker.claim(1)
      _ = try await worker.postpone(photos[0].id, Setback(reason: "down", isOutage: true))
      try await bench.wait()
      return try await worker.claim(1).map(\.attempt) == [1]
    },
    Check("a dead letter is a refusal in the catalog only if the site refused the photo") { bench in
      let photos = try await bench.enqueue(["1", "2"])
      let worker = try await bench.worker()
      _ = try await worker.claim(2)
      _ = try await worker.bury(photos[0].id, reason: "gone", isRefusal: true)
      _ = try await worker.bury(photos[1].id, reason: "broken", isRefusal: false)
      let records = try await bench.catalog.photos(photos.map(\.id)).map(\.record)
      return records.map { $0.refusal?.reason } == ["gone", nil]
    },
    Check("a dead letter has its reason, and waits for a listing") { bench in
      let photos = try await bench.enqueue(["1"])
      let worker = try await bench.worker()
      _ = try await worker.claim(1)
      let isBuried = try await worker.bury(photos[0].id, reason: "broken", isRefusal: false)
      try await bench.wait()
      let (isOpen, early) = (try await worker.isOpen(), try await worker.claim(1))
      try await worker.enqueue(photos.map(\.id))
      let late = try await worker.claim(1)
      return isBuried && !isOpen && early.isEmpty && late.map(\.attempt) == [1]
    },
  ]
}

extension CatalogConformance {
  fileprivate static func admit(
    _ ids: [String], to catalog: any TaskCatalog
  ) async throws -> [PhotoRecord] {
    try await Bench { _, _ in Run(catalog) }.admit(ids, to: catalog)
  }

  fileprivate static func file(of record: PhotoRecord) -> MirroredPhoto {
    MirroredPhoto(
      id: record.id, path: record.stem + ".jpg", format: "jpeg", width: 3, height: 2, byteCount: 10,
      sha256: String(repeating: "0a", count: 32), label: "Large",
      address: "https://img/\(record.photo).jpg", thumbnail: .png, storedAt: 1_700_000_000)
  }
}

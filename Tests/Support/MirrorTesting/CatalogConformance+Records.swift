import MirrorCore
import ProviderKit

extension CatalogConformance {
  static let records = [
    Check(promise: "each source's words about a photo are compared with its own") { bench in
      let (first, other) = (bench.photo("1"), bench.photo("1", title: "Other"))
      func said(_ photo: Photo, by source: String) async throws -> Int64? {
        let catalog = try await bench.run(source)
        let matches = try await catalog.match([photo])
        return matches["1"]?.said
      }
      func list(_ photo: Photo?, said: Int64? = nil, by source: String) async throws {
        let catalog = try await bench.run(source)
        _ = try await catalog.beginPass(isLimited: false)
        guard let record = try await bench.record("1", in: catalog) else { return }
        var page = PageAdmission()
        page.known = [.init(id: record.id, photo: photo, said: said)]
        _ = try await catalog.admit(page)
      }
      let catalog = try await bench.run("site:a")
      _ = try await catalog.beginPass(isLimited: false)
      let records = try await bench.admit(["1"], to: catalog)
      try await catalog.complete([bench.file(of: records[0])])
      bench.expect(try await said(other, by: "site:b") == nil, "a source said something before")
      try await list(nil, said: other.digest, by: "site:b")
      try await list(nil, by: "site:c")
      bench.expect(try await said(other, by: "site:b") == other.digest, "its words are lost")
      bench.expect(
        try await said(other, by: "site:a") == first.digest, "the first source's words are lost")
      try await list(bench.photo("1", title: "New"), by: "site:a")
      bench.expect(
        try await said(other, by: "site:b") == other.digest, "another source changes its words")
      bench.expect(
        try await said(first, by: "site:c") == first.digest, "what sources agreed on is lost")
    },
    Check(promise: "a completed photo is mirrored, in this run and later") { bench in
      var catalog = try await bench.run()
      let records = try await bench.admit(["1", "2"], to: catalog)
      let file = bench.file(of: records[0])
      for _ in 0..<2 { try await catalog.complete([file]) }
      for _ in 0..<2 {
        let record = try await bench.record("1", in: catalog)
        bench.expect(record?.isMirrored == true && record?.path == file.path, "it is not mirrored")
        bench.expect(
          record?.label == file.label && record?.address == file.address, "its origin is lost")
        bench.expect(record?.thumbnail == .png, "its thumbnail is lost")
        bench.expect(try await bench.record("2", in: catalog)?.isMirrored == false, "so is another")
        bench.expect(try await catalog.mirroredCount() == 1, "the count is wrong")
        let all = try await catalog.mirrored(after: 0, limit: 9).map(\.id)
        bench.expect(all == [records[0].id], "it is not enumerated")
        catalog = try await bench.run()
      }
    },
    Check(promise: "a thumbnail that was made later, or was lost, is recorded") { bench in
      let catalog = try await bench.run()
      let record = try await bench.admit(["1"], to: catalog)[0]
      try await catalog.complete([bench.file(of: record)])
      try await catalog.noteThumbnails([record.id: .absent])
      bench.expect(
        try await bench.record("1", in: catalog)?.thumbnail == .absent, "it is not lost")
      for kind in [StoredThumbnail.png, .jpeg, .webp, .picture] {
        try await catalog.noteThumbnails([record.id: kind])
        bench.expect(
          try await bench.record("1", in: catalog)?.thumbnail == kind, "\(kind) is not recorded")
      }
    },
    Check(promise: "the reason of a file's size says what a larger one is worth") { bench in
      let catalog = try await bench.run()
      for (id, reason) in [("1", SizeReason.original), ("2", .linkRefused), ("3", .asked)] {
        let record = try await bench.admit([id], to: catalog)[0]
        try await catalog.complete([
          MirroredPhoto(
            id: record.id, path: record.stem + ".jpg", format: "jpeg", width: 3, height: 2,
            byteCount: 10, sha256: String(repeating: "0a", count: 32), label: "Large",
            sizeReason: reason, storedAt: 1_700_000_000)
        ])
        let picture = try await bench.record(id, in: catalog)?.picture
        bench.expect(picture?.isOriginal == (reason == .original), "\(reason) is an upload, or not")
        bench.expect(
          picture?.isLinkRefused == (reason == .linkRefused), "\(reason) is refused, or not")
      }
    },
    Check(promise: "metadata stays after mirroring, and follows the listing") { bench in
      let catalog = try await bench.run()
      let record = try await bench.admit(["1"], to: catalog)[0]
      try await catalog.complete([bench.file(of: record)])
      var expected = bench.photo("1")
      (expected.renditions, expected.site) = ([], "site")
      bench.expect(try await catalog.metadata(of: record.id) == expected, "metadata differs")
      var page = PageAdmission()
      page.known = [.init(id: record.id, photo: nil)]
      _ = try await catalog.admit(page)
      bench.expect(
        try await catalog.metadata(of: record.id) == expected, "another source changed it")
      page.known = [.init(id: record.id, photo: bench.photo("1", title: "Another"))]
      _ = try await catalog.admit(page)
      bench.expect(
        try await catalog.metadata(of: record.id)?.title == "Another", "the title is old")
      bench.expect(try await catalog.metadata(of: 999) == nil, "an unknown photo has metadata")
    },
    Check(promise: "photos wait that earlier runs left, and that this one deferred") { bench in
      var catalog = try await bench.run()
      let records = try await bench.admit(["1", "2", "3"], to: catalog)
      let none = try await catalog.waiting(onlyDeferred: false, after: 0, limit: 9)
      bench.expect(none.isEmpty, "what this run met waits")
      try await catalog.fail(records[1].id, reason: "late", isDeferred: true)
      let deferred = try await catalog.waiting(onlyDeferred: true, after: 0, limit: 9)
      bench.expect(deferred.map(\.photo) == ["2"], "what this run deferred does not wait")
      try await catalog.complete([bench.file(of: records[0])])
      catalog = try await bench.run()
      let left = try await catalog.waiting(onlyDeferred: false, after: 0, limit: 9)
      bench.expect(left.map(\.photo) == ["2", "3"], "what an earlier run left does not wait")
      bench.expect(left.first?.listing?.photo() == bench.photo("2"), "its listing is lost")
      let rest = try await catalog.waiting(onlyDeferred: false, after: left[0].id, limit: 1)
      bench.expect(rest.map(\.photo) == ["3"], "the second batch is wrong")
    },
    Check(promise: "a missing file makes its photo wait again, under its name") { bench in
      var catalog = try await bench.run()
      let record = try await bench.admit(["1"], to: catalog)[0]
      try await catalog.complete([bench.file(of: record)])
      try await catalog.noteLosses([record.id])
      catalog = try await bench.run()
      let waiting = try await catalog.waiting(onlyDeferred: false, after: 0, limit: 9)
      bench.expect(waiting.map(\.stem) == [record.stem], "it does not wait")
      bench.expect(waiting.first?.address != nil, "the file's address is lost")
      let admitted = try await bench.admit(["1"], to: catalog)
      bench.expect(admitted.map(\.listing) == [nil], "its listing is read back without use")
      let again = try await catalog.match([bench.photo("1")])["1"]?.record
      bench.expect(again?.listing?.photo() == bench.photo("1"), "its listing is not kept")
    },
    Check(promise: "a refused photo has failed first, and is unavailable once that is confirmed") {
      bench in
      let catalog = try await bench.run()
      let id = try await bench.admit(["1"], to: catalog)[0].id
      let first = try await catalog.refuse(id, reason: "status 404")
      let second = try await catalog.refuse(id, reason: "status 404")
      bench.expect(first.retryAt == nil, "it is unavailable at once")
      bench.expect(second.since == first.since, "its first refusal is forgotten")
      bench.expect(second.retryAt.map { $0 >= first.since + 86_400 } == true, "it is due at once")
      bench.expect(
        try await bench.record("1", in: catalog)?.refusal == second, "it is not recorded")
    },
    Check(promise: "call budgets are kept for each host and key") { bench in
      var catalog = try await bench.run()
      let accounts = ["", "3fa9"].map { CallAccount(host: "api", keyDigest: $0) }
      try await catalog.noteBudget(CallBudget(tokens: -2.25, time: 1e9), of: accounts[0])
      catalog = try await bench.run("site:other")
      let budget = try await catalog.budget(of: accounts[0])
      bench.expect(budget == CallBudget(tokens: -2.25, time: 1e9), "the budget differs")
      bench.expect(try await catalog.budget(of: accounts[1]) == nil, "another key has it")
    },
  ]
}

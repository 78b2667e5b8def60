import MirrorCore

extension CatalogConformance {
  static let departures = [
    Check(promise: "a photo that is being replaced stays mirrored, and its old version is kept") {
      bench in
      var catalog = try await bench.run()
      let record = try await bench.admit(["1"], to: catalog)[0]
      try await catalog.complete([bench.file(of: record)])
      for place in ["a", "b"] {
        let departure = Departure(
          .replacing, since: 1, reason: "new", place: ".photomirror/trash/\(place)")
        try await catalog.depart([record.id: departure])
        bench.expect(
          try await bench.record("1", in: catalog)?.isMirrored == true, "it is not mirrored")
        let found = try await catalog.departed(in: [.replacing], after: 0, limit: 9)
        bench.expect(found.map(\.record.departure) == [departure], "the intention is lost")
        try await catalog.complete([bench.file(of: record)])
      }
      catalog = try await bench.run()
      let known = try await bench.record("1", in: catalog)
      bench.expect(known?.departure == nil && known?.isMirrored == true, "it does not end")
      let places = ["a", "b"].map { ".photomirror/trash/\($0)" }
      bench.expect(try await catalog.versions(of: record.id) == places, "versions differ")
      try await catalog.dropVersions([places[0]], of: record.id)
      bench.expect(try await catalog.versions(of: record.id) == [places[1]], "a version stays")
      bench.expect(try await catalog.versions(of: 99).isEmpty, "an unknown photo has versions")
    },
    Check(promise: "what a listing is compared with is kept of a mirrored photo") { bench in
      let catalog = try await bench.run()
      let record = try await bench.admit(["1"], to: catalog)[0]
      try await catalog.complete([bench.file(of: record)])
      var known = try await bench.record("1", in: catalog)
      bench.expect(known?.picture == PictureFacts(width: 3, height: 2), "pixels are lost")
      bench.expect(known?.metadataDigest == bench.photo("1").digest, "the digest is lost")
      var page = PageAdmission()
      (page.announced, page.shown) = ([record.id: 7], [record.id: -8])
      page.known = [.init(id: record.id, photo: bench.photo("1", title: "Another"))]
      _ = try await catalog.admit(page)
      known = try await bench.record("1", in: catalog)
      bench.expect(
        known?.picture?.announced == 7 && known?.picture?.shown == -8,
        "what is shown is not learned")
      bench.expect(
        known?.metadataDigest == bench.photo("1", title: "Another").digest, "the digest is old")
    },
    Check(
      promise: "a photo is gone only by complete passes without a doubt, each a day after another"
    ) { bench in
      let policy = GonePolicy()
      var first: [Int64?] = []
      for (day, doubt) in [
        (0.0, nil), (0.5, nil), (1.2, PassDoubt.cutShort), (1.6, nil), (1.1, nil), (2.7, nil),
      ] {
        let catalog = try await bench.run(onDay: day)
        _ = try await catalog.beginPass(isLimited: false)
        if let doubt { try await catalog.noteDoubt(doubt) }
        try await catalog.endPass(as: .complete, reason: nil)
        bench.expect(try await catalog.currentPass()?.doubt == doubt, "a doubt is lost")
        first.append(try await catalog.firstJudgingPass(policy))
      }
      // The pass of day 1.1, after a clock that was ahead, is the latest; the one of day 1.6 lies in its future.
      bench.expect(first == [nil, nil, nil, 2, 1, 5], "other passes judge: \(first)")
      let catalog = try await bench.run(onDay: 9)
      _ = try await catalog.beginPass(isLimited: true)
      try await catalog.endPass(as: .complete, reason: nil)
      bench.expect(try await catalog.firstJudgingPass(policy) == 5, "a limited pass judges")
    },
    Check(
      promise: "a photo that another source lists is listed, until its passes show the opposite"
    ) {
      bench in
      let policy = GonePolicy()
      var id: Int64 = 0
      func pass(_ source: String, day: Double, lists: Bool, doubt: PassDoubt? = nil) async throws
        -> any TaskCatalog
      {
        let catalog = try await bench.run(source, onDay: day)
        _ = try await catalog.beginPass(isLimited: false)
        if let doubt { try await catalog.noteDoubt(doubt) }
        if lists {
          let known = try await bench.record("1", in: catalog)
          if let known {
            try await bench.list([known], in: catalog)
          } else {
            id = try await bench.admit(["1"], to: catalog)[0].id
          }
        }
        try await catalog.endPass(as: .complete, reason: nil)
        return catalog
      }
      var one = try await pass("site:one", day: 0, lists: true)
      bench.expect(try await one.listedElsewhere([id], policy).isEmpty, "nobody lists it")
      _ = try await pass("site:two", day: 0, lists: true)
      _ = try await pass("site:three", day: 0, lists: true, doubt: .window)
      one = try await bench.run("site:one", onDay: 1)
      bench.expect(try await one.listedElsewhere([id], policy) == [id], "two do not list it")
      _ = try await pass("site:three", day: 1, lists: false, doubt: .window)
      _ = try await pass("site:two", day: 1, lists: false)
      one = try await bench.run("site:one", onDay: 2)
      bench.expect(try await one.listedElsewhere([id], policy) == [id], "one pass is enough")
      _ = try await pass("site:two", day: 2.1, lists: false)
      one = try await bench.run("site:one", onDay: 3)
      bench.expect(try await one.listedElsewhere([id], policy).isEmpty, "it never ends")
    },
    Check(promise: "a photo that the site has is as good as listed by the pass that asked for it") {
      bench in
      var catalog = try await bench.run(onDay: 0)
      _ = try await catalog.beginPass(isLimited: false)
      let ids = try await bench.admit(["1", "2"], to: catalog).map(\.id)
      try await catalog.endPass(as: .complete, reason: nil)
      catalog = try await bench.run(onDay: 1)
      let number = try await catalog.beginPass(isLimited: false).number
      try await catalog.endPass(as: .complete, reason: nil)
      let both = try await catalog.unlisted(sincePass: number, after: 0, limit: 9)
      bench.expect(both == ids, "the pass lists \(both)")
      try await catalog.noteFound([ids[0], 99])
      let one = try await catalog.unlisted(sincePass: number, after: 0, limit: 9)
      bench.expect(one == [ids[1]], "it still lacks \(one)")
    },
    Check(promise: "a photo that left is neither mirrored nor waiting, and comes back as it was") {
      bench in
      var catalog = try await bench.run()
      let records = try await bench.admit(["1", "2"], to: catalog)
      try await catalog.complete(records.map { bench.file(of: $0) })
      let id = records[0].id
      let departure = Departure(
        .trashed, since: 7, reason: "why", place: ".photomirror/trash/d/o/1.jpg")
      try await catalog.depart([id: departure])
      catalog = try await bench.run()
      bench.expect(try await catalog.mirroredCount() == 1, "it is mirrored")
      let waiting = try await catalog.waiting(onlyDeferred: false, after: 0, limit: 9)
      bench.expect(waiting.isEmpty, "it is waiting")
      bench.expect(try await bench.record("1", in: catalog)?.departure == departure, "it is lost")
      let away = try await catalog.departed(in: [.trashed, .leaving], after: 0, limit: 9)
      bench.expect(away.map(\.record.id) == [id], "it is not found by its state")
      bench.expect(away.first?.file == bench.file(of: records[0]), "its file is forgotten")
      bench.expect(away.first?.site == "site", "its site is forgotten")
      bench.expect(
        try await catalog.departed(in: [.trashed], after: id, limit: 9).isEmpty, "a batch repeats")
      try await catalog.comeBack([id], isMirrored: true)
      catalog = try await bench.run()
      bench.expect(try await catalog.mirroredCount() == 2, "it is not back")
      bench.expect(try await bench.record("1", in: catalog)?.departure == nil, "it is still away")
    },
    Check(promise: "a photo that is gone and kept stays mirrored, and is listed again") { bench in
      var catalog = try await bench.run()
      let records = try await bench.admit(["1"], to: catalog)
      try await catalog.complete(records.map { bench.file(of: $0) })
      try await catalog.depart([records[0].id: Departure(.gone, since: 7, reason: "why")])
      catalog = try await bench.run()
      bench.expect(try await catalog.mirroredCount() == 1, "it is not mirrored")
      var page = PageAdmission()
      page.listedAgain = [records[0].id]
      _ = try await catalog.admit(page)
      bench.expect(try await bench.record("1", in: catalog)?.departure == nil, "it stays gone")
    },
    Check(
      promise: "photos are found by their ids and paths, and one without a file can be forgotten"
    ) {
      bench in
      let catalog = try await bench.run()
      let records = try await bench.admit(["1", "2"], to: catalog)
      try await catalog.complete([bench.file(of: records[0])])
      for name in ["1", "o/1.jpg"] {
        let found = try await catalog.photos(named: name)
        bench.expect(found.map(\.record.id) == [records[0].id], "not by \(name)")
      }
      let found = try await catalog.photos(named: "2")
      bench.expect(found.count == 1 && found[0].file == nil, "a photo without a file has one")
      let forgotten = Departure(.deleted, since: 7, reason: "forgotten", isForgotten: true)
      try await catalog.depart([records[1].id: forgotten])
      bench.expect(
        try await bench.record("2", in: catalog)?.departure == forgotten, "it is not kept")
      try await catalog.comeBack([records[1].id], isMirrored: true)
      bench.expect(
        try await bench.record("2", in: catalog)?.isMirrored == false, "a photo without a file is")
    },
    Check(promise: "a withdrawal is news once, and again after an end") { bench in
      let catalog = try await bench.run()
      var news: [Bool] = []
      for isWithdrawn in [false, true, true, false, true] {
        news.append(try await catalog.noteWithdrawal(isWithdrawn))
      }
      bench.expect(news == [false, true, false, true, true], "it is \(news)")
    },
  ]
}

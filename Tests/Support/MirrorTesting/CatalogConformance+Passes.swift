import MirrorCore
import ProviderKit

extension CatalogConformance {
  static let passes = [
    Check(promise: "the last pass that showed the whole listing is what an early end rests on") {
      bench in
      func pass(
        _ day: Double, total: Int, _ outcome: PassRecord.Outcome = .complete,
        doubt: PassDoubt? = nil, lists: Bool = true, selection: Int64 = 5
      ) async throws {
        let catalog = try await bench.run(onDay: day)
        _ = try await catalog.beginPass(isLimited: false)
        try await catalog.noteSelection(selection)
        if let doubt { try await catalog.noteDoubt(doubt) }
        for total in [total, total + 1] {
          var page = PageAdmission()
          page.total = total
          if lists, let known = try await bench.record("1", in: catalog) {
            page.known = [.init(id: known.id, photo: nil)]
          }
          _ = try await catalog.admit(page)
        }
        try await catalog.endPass(as: outcome, reason: nil)
      }
      let day: Int64 = 86_400
      let catalog = try await bench.run()
      bench.expect(catalog.source.base == nil, "a new source has one")
      let record = try await bench.admit(["1"], to: catalog)[0]
      try await catalog.complete([bench.file(of: record)])
      try await pass(0, total: 7)
      var base = try await bench.run(onDay: 1).source.base
      bench.expect(
        base == PassBase(age: day, selection: 5, total: 7), "the first pass is not the base")
      try await pass(1, total: 8, doubt: .newest, lists: false)
      try await pass(2, total: 9, .cutShort, lists: false)
      base = try await bench.run(onDay: 3).source.base
      bench.expect(base == PassBase(age: 3 * day, selection: 5, total: 8), "others are the base")
      // Resumes the pass that was cut short; without a cursor, it begins again.
      try await pass(3, total: 6, doubt: .resumed, lists: false, selection: 4)
      base = try await bench.run(onDay: 3).source.base
      bench.expect(
        base == PassBase(age: 0, doubt: .resumed, selection: 4, hasMissing: true, total: 6),
        "a missing photo is not told, or the doubt")
    },
    Check(promise: "a pass that did not end is resumed at its cursor, and a complete one is not") {
      bench in
      var catalog = try await bench.run()
      let first = try await catalog.beginPass(isLimited: false)
      bench.expect(first.cursor == nil && !first.isResumed, "a new pass has a cursor")
      try await catalog.noteCursor("3")
      catalog = try await bench.run()
      bench.expect(catalog.source.isUnderway && catalog.source.cursor == "3", "it is forgotten")
      let resumed = try await catalog.beginPass(isLimited: false)
      bench.expect(resumed.number == first.number && resumed.isResumed, "another pass begins")
      bench.expect(resumed.cursor == "3", "the cursor is lost")
      try await catalog.endPass(as: .complete, reason: nil)
      try await catalog.endPass(as: .cutShort, reason: "interrupted")
      catalog = try await bench.run()
      bench.expect(!catalog.source.isUnderway, "it is not complete")
      let next = try await catalog.beginPass(isLimited: false)
      bench.expect(next.number > first.number && next.cursor == nil, "a complete pass is resumed")
    },
    Check(promise: "a limited pass does not touch the one that is open") { bench in
      var catalog = try await bench.run()
      let open = try await catalog.beginPass(isLimited: false)
      try await catalog.noteCursor("3")
      try await catalog.endPass(as: .failed, reason: "unreachable")
      catalog = try await bench.run()
      let limited = try await catalog.beginPass(isLimited: true)
      bench.expect(limited.number != open.number && limited.cursor == nil, "they are one")
      try await catalog.endPass(as: .cutShort, reason: "limited")
      catalog = try await bench.run()
      let resumed = try await catalog.beginPass(isLimited: false)
      bench.expect(resumed.number == open.number && resumed.cursor == "3", "the open one is lost")
    },
    Check(promise: "an incomplete pass gives no candidates for removal, a complete one does") {
      bench in
      var catalog = try await bench.run()
      _ = try await catalog.beginPass(isLimited: false)
      let records = try await bench.admit(["1", "2", "3"], to: catalog)
      try await catalog.endPass(as: .complete, reason: nil)
      catalog = try await bench.run()
      let pass = try await catalog.beginPass(isLimited: false)
      try await bench.list([records[0]], in: catalog)
      func candidates(after: Int64 = 0) async throws -> [Int64] {
        try await catalog.unlisted(sincePass: pass.number, after: after, limit: 9)
      }
      bench.expect(try await candidates().isEmpty, "an open pass gives some")
      try await catalog.endPass(as: .cutShort, reason: "interrupted")
      bench.expect(try await candidates().isEmpty, "one that was cut short gives some")
      catalog = try await bench.run()
      bench.expect(
        try await catalog.beginPass(isLimited: false).number == pass.number, "not resumed")
      try await bench.list([records[1]], in: catalog)
      try await catalog.endPass(as: .complete, reason: nil)
      bench.expect(try await candidates() == [records[2].id], "what no page listed is not given")
      bench.expect(try await candidates(after: records[2].id).isEmpty, "a batch repeats")
      catalog = try await bench.run()
      _ = try await catalog.beginPass(isLimited: true)
      try await bench.list([records[2]], in: catalog)
      bench.expect(try await candidates().isEmpty, "what a later pass listed is given")
    },
    Check(promise: "what a source's name stands for is kept, for that source alone") { bench in
      var catalog = try await bench.run()
      bench.expect(try await catalog.resolution() == nil, "a new source has one")
      try await catalog.noteResolution(Resolution(value: "1@N00", name: "Ada"))
      try await catalog.noteResolution(Resolution(value: "2@N00", name: nil))
      catalog = try await bench.run()
      bench.expect(
        try await catalog.resolution() == Resolution(value: "2@N00"), "the last one is lost")
      catalog = try await bench.run("site:other")
      bench.expect(try await catalog.resolution() == nil, "another source has it")
    },
    Check(promise: "sources have passes and memberships of their own") { bench in
      var catalog = try await bench.run()
      _ = try await catalog.beginPass(isLimited: false)
      let records = try await bench.admit(["1"], to: catalog)
      try await catalog.endPass(as: .complete, reason: nil)
      catalog = try await bench.run("site:other")
      bench.expect(!catalog.source.isUnderway, "another source is under way")
      let pass = try await catalog.beginPass(isLimited: false)
      bench.expect(pass.number == 1, "passes are counted together")
      try await catalog.endPass(as: .complete, reason: nil)
      let candidates = try await catalog.unlisted(sincePass: 1, after: 0, limit: 9)
      bench.expect(candidates.isEmpty, "it misses what it never listed")
      bench.expect(try await bench.record("1", in: catalog)?.id == records[0].id, "a photo is two")
    },
  ]
}

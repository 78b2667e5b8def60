import Foundation
import MirrorCore

extension CatalogConformance {
  static let names = [
    Check(promise: "names are unique without case and after NFC") { bench in
      let catalog = try await bench.run()
      var page = PageAdmission()
      let stems = ["o/Ab", "o/aB", "o/AB", "o/\u{E9}", "o/e\u{301}", "o/\u{C9}", "o/\u{C9}"]
      for (index, stem) in stems.enumerated() {
        page.wanted.append(
          .init(photo: bench.photo("\(index)"), site: "site", stem: stem, index: index))
      }
      let names = try await catalog.admit(page).map {
        $0.stem.lowercased().precomposedStringWithCanonicalMapping
      }
      bench.expect(names.count == stems.count, "each photo has a record")
      bench.expect(Set(names).count == stems.count, "two photos have one name")
    },
    Check(promise: "a name never changes, in the same run or later, mirrored or not") { bench in
      var catalog = try await bench.run()
      let first = try await bench.admit(["1", "2"], to: catalog)
      try await catalog.complete([bench.file(of: first[1])])
      for _ in 0..<2 {
        var page = PageAdmission()
        for id in ["1", "2"] {
          page.wanted.append(.init(photo: bench.photo(id), site: "site", stem: "o/other"))
        }
        let again = try await catalog.admit(page)
        bench.expect(again.map(\.stem) == first.map(\.stem), "names changed")
        bench.expect(again.map(\.id) == first.map(\.id), "ids changed")
        catalog = try await bench.run()
      }
    },
    Check(promise: "a name that is too long becomes a shorter one, which no other photo has") {
      bench in
      let catalog = try await bench.run()
      let first = try await bench.admit(["1", "2", "3"], to: catalog)
      let short = try await catalog.shorten(first[0].id, to: "o/short")
      bench.expect(short == "o/short", "a free name is changed")
      let other = try await catalog.shorten(first[1].id, to: "o/Short")
      bench.expect(
        other.lowercased() != short && other.hasPrefix("o/Short"), "a name is given twice")
      bench.expect(
        try await catalog.shorten(first[0].id, to: short) == short, "a photo's own name is taken")
      bench.expect(
        try await catalog.shorten(first[2].id, to: first[0].stem) == first[0].stem,
        "the old name stays reserved")
      let record = try await bench.record("1", in: catalog)
      try await catalog.complete([record].compactMap(\.self).map(bench.file))
      bench.expect(
        try await bench.record("1", in: catalog)?.stem == short, "the name is not kept")
    },
    Check(promise: "admitting a page again changes nothing, whichever came between") { bench in
      let catalog = try await bench.run()
      _ = try await catalog.beginPass(isLimited: false)
      let first = try await bench.admit(["1", "2"], to: catalog)
      let second = try await bench.admit(["3", "4"], to: catalog)
      bench.expect(
        try await bench.admit(["1", "2"], to: catalog) == first, "the first page differs")
      bench.expect(
        try await bench.admit(["4", "3"], to: catalog) == second.reversed(), "the second differs")
      let metadata = try await catalog.metadata(of: first[0].id)
      try await catalog.complete([bench.file(of: first[0])])
      let before = try await bench.record("1", in: catalog)
      try await bench.list([first[0]], in: catalog)
      bench.expect(
        try await bench.record("1", in: catalog) == before, "a mirrored photo's record differs")
      bench.expect(try await catalog.metadata(of: first[0].id) == metadata, "metadata differs")
    },
  ]
}

import MirrorCore
import ProviderKit

extension CatalogConformance {
  static let details = [
    Check(
      promise: "details are due of listed photos once they are mirrored, until they are recorded"
    ) {
      bench in
      var catalog = try await bench.run()
      _ = try await catalog.beginPass(isLimited: false)
      let records = try await bench.admit(["1", "2"], to: catalog)
      let (first, second) = (records[0], records[1])
      try await catalog.noteListed(bench.candidates(records, 7), wanting: [.notes, .comments])
      bench.expect(
        try await catalog.dueDetails(after: 0, limit: 9).isEmpty, "before it is mirrored")
      try await catalog.complete([bench.file(of: first), bench.file(of: second)])
      let due = try await catalog.dueDetails(after: 0, limit: 9)
      bench.expect(
        due
          == records.map {
            DueDetails(
              id: $0.id, path: $0.stem + ".jpg", parts: [.notes, .comments], updatedAt: 7)
          }, "what is due differs")
      bench.expect(
        try await catalog.dueDetails(after: first.id, limit: 9).map(\.id) == [second.id],
        "a batch repeats")
      bench.expect(try await catalog.dueDetailCount() == 2, "the count of what is due differs")
      let found = bench.details
      try await catalog.complete(due[0], with: found)
      bench.expect(
        try await catalog.dueDetails(after: 0, limit: 9).map(\.id) == [second.id], "it stays due")
      let kept = try await catalog.metadata(of: first.id)?.details
      bench.expect(kept == found, "the details are lost")
      catalog = try await bench.run()
      bench.expect(
        try await catalog.metadata(of: first.id)?.details == found, "a later run lacks them")
    },
    Check(promise: "only parts that are missing, or that are of another update, become due again") {
      bench in
      let catalog = try await bench.run()
      _ = try await catalog.beginPass(isLimited: false)
      let records = try await bench.admit(["1"], to: catalog)
      try await catalog.complete([bench.file(of: records[0])])
      func due(
        at time: Int64?, _ parts: Set<PhotoDetails.Part>
      ) async throws -> Set<PhotoDetails.Part> {
        try await catalog.noteListed(bench.candidates(records, time), wanting: parts)
        return try await catalog.dueDetails(after: 0, limit: 9).first?.parts ?? []
      }
      bench.expect(try await due(at: 7, [.notes]) == [.notes], "at first")
      if let first = try await catalog.dueDetails(after: 0, limit: 9).first {
        try await catalog.complete(first, with: PhotoDetails(people: [], notes: []))
      }
      bench.expect(try await due(at: 7, [.notes, .people]) == [], "an empty part is asked again")
      bench.expect(try await due(at: 7, [.notes, .exif]) == [.exif], "a new part")
      bench.expect(try await due(at: 8, [.notes, .exif]) == [.notes, .exif], "after a change")
      bench.expect(try await due(at: nil, [.notes, .exif]) == [.exif], "without a time")
      bench.expect(try await due(at: 7, [.notes]) == [], "a photo that is current stays due")
    },
    Check(promise: "details are due of photos that this run's pass has listed, not of others") {
      bench in
      var catalog = try await bench.run()
      _ = try await catalog.beginPass(isLimited: false)
      let records = try await bench.admit(["1", "2"], to: catalog)
      try await catalog.complete(records.map { bench.file(of: $0) })
      try await catalog.noteListed(bench.candidates(records, 7), wanting: [.exif])
      try await catalog.endPass(as: .complete, reason: nil)
      catalog = try await bench.run()
      _ = try await catalog.beginPass(isLimited: false)
      try await bench.list([records[1]], in: catalog)
      bench.expect(
        try await catalog.dueDetails(after: 0, limit: 9).map(\.id) == [records[1].id],
        "a photo that was not listed is due")
    },
  ]
}

extension Bench {
  func candidates(_ records: [PhotoRecord], _ updatedAt: Int64?) -> [DetailCandidate] {
    records.map { DetailCandidate(id: $0.id, updatedAt: updatedAt) }
  }

  /// Details with every part.
  var details: PhotoDetails {
    let box = PhotoBox(x: 1, y: 2, width: 30, height: 40, edge: 500)
    return PhotoDetails(
      info: PhotoInfo(
        views: 3, comments: 1, rotation: 90, safety: "safe", mayDownload: true,
        ownerRealName: "Ada", tags: ["a b"]),
      comments: [
        PhotoComment(
          id: "c1", author: "1@N00", authorName: "Bo", postedAt: 9, text: "Nice\n<b>light</b>",
          pageURL: "https://site/c1")
      ],
      exif: [
        ExifField(group: "IFD0", tag: "Make", label: "Maker", value: "Leitz", text: "Leitz & co")
      ],
      people: [PersonInPhoto(id: "2@N00", name: "Cy", realName: "Cyd", box: box)],
      notes: [
        NoteOnPhoto(id: "n1", author: "1@N00", authorName: "Bo", text: "the \"quay\"", box: box)
      ],
      geo: PhotoGeo(
        latitude: 1.5, longitude: -2, accuracy: 16, setting: "outdoors", locality: "Lund"),
      contexts: [PhotoContext(.album, id: "7", title: "Summer"), PhotoContext(.group, id: "1@N20")])
  }
}

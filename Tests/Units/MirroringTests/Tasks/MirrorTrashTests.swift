import Catalog
import Foundation
import LocalFiles
import MirrorCore
import Testing

@testable import Mirroring

@Suite("The trash of a mirror")
struct MirrorTrashTests {
  private func items(_ archive: TestArchive) async throws -> [MirrorTrash.Item] {
    var items: [MirrorTrash.Item] = []
    try await MirrorTrash(of: archive.mirror).list { items.append($0) }
    return items
  }

  private func status(_ archive: TestArchive) throws -> Int {
    try MirrorStatus(of: archive.mirror).sources[0].mirrored
  }

  @Test("A forgotten photo goes to the trash with its sidecar and thumbnail, and comes back whole")
  func forgotten() async throws {
    let archive = try await TestArchive(photos: 3)
    let trash = MirrorTrash(of: archive.mirror)
    let (before, path) = (archive.files, archive.paths[1])
    #expect(try await trash.forget([path]) == [.done(path: path)])
    for file in [path, path + ".xmp", archive.thumbnail(path)] { #expect(!archive.has(file)) }
    let item = try #require(try await items(archive).first)
    #expect(item.path == path && item.key == TestArchive.id(2) && item.cause == "forgotten")
    #expect(archive.bytes(item.place) == before[path] && item.site == "site")
    #expect(item.byteCount == Int64(before[path]?.count ?? 0))
    #expect(try status(archive) == 2)
    #expect(try await trash.restore([path]) == [.done(path: path)])
    #expect(archive.files == before)
    #expect(try await items(archive) == [])
    #expect(try status(archive) == 3)
  }

  @Test(
    "A photo is named by its id, its path, or its path as a shell completes it", arguments: 0...2)
  func names(index: Int) async throws {
    let archive = try await TestArchive(photos: 2)
    let path = archive.paths[0]
    let name = [TestArchive.id(1), path, archive.directory.file(path)][index]
    let trash = MirrorTrash(of: archive.mirror)
    #expect(try await trash.forget([name]) == [.done(path: path)])
    #expect(try await trash.restore([name]) == [.done(path: path)])
    #expect(archive.has(path))
  }

  @Test("A path is compared as a file: by a link to the mirror, with dots, or from a folder in it")
  func files() async throws {
    let archive = try await TestArchive(photos: 1)
    let (path, trash) = (archive.paths[0], MirrorTrash(of: archive.mirror))
    let link = archive.outside("link")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: archive.directory.path)
    let names = [
      "\(link)/\(path)", "\(archive.directory.path)/./\(path)",
      "\(archive.directory.path)/../\(URL(filePath: archive.directory.path).lastPathComponent)/\(path)",
      "\(archive.directory.path)//\(path)",
    ]
    for name in names {
      #expect(try await trash.forget([name]) == [.done(path: path)], "\(name)")
      #expect(try await trash.restore([name]) == [.done(path: path)], "\(name)")
    }
    let inside = archive.directory.file(".photomirror/../\(path)")
    #expect(archive.directory.relative(inside) == path)
    #expect(archive.directory.relative("../\(path)") == "../\(path)")
    #expect(archive.directory.relative(TestArchive.id(1)) == TestArchive.id(1))
  }

  @Test("A photo in the trash is named by its file alone, unless several have that name")
  func fileAlone() async throws {
    let archive = try await TestArchive(photos: 2)
    let (path, trash) = (archive.paths[0], MirrorTrash(of: archive.mirror))
    let file = URL(filePath: path).lastPathComponent
    _ = try await trash.forget([path])
    #expect(try await trash.restore([file]) == [.done(path: path)])
    #expect(
      try await trash.restore([file])
        == [.refused(name: file, reason: "neither the trash nor the set-aside folder has it")])
  }

  @Test("A forgotten photo that is remembered is there again, and one that was not is refused")
  func remembered() async throws {
    let archive = try await TestArchive(photos: 2)
    let (trash, before) = (MirrorTrash(of: archive.mirror), archive.files)
    _ = try await trash.forget([archive.paths[0]])
    #expect(
      try await trash.remember(archive.paths)
        == [
          .done(path: archive.paths[0]),
          .refused(name: archive.paths[1], reason: "it was not forgotten"),
        ])
    #expect(archive.files == before)
  }

  @Test("A photo that was forgotten twice is in the trash once")
  func twice() async throws {
    let archive = try await TestArchive(photos: 1)
    let trash = MirrorTrash(of: archive.mirror)
    let path = archive.paths[0]
    #expect(try await trash.forget([TestArchive.id(1)]) == [.done(path: path)])
    #expect(
      try await trash.forget([path])
        == [.unchanged(path: path, reason: "it was forgotten before")])
    #expect(try await items(archive).count == 1)
  }

  @Test("A file that was edited is not forgotten, and stays")
  func edited() async throws {
    let archive = try await TestArchive(photos: 1)
    let path = archive.paths[0]
    try archive.write("edited", to: path)
    let outcome = try await MirrorTrash(of: archive.mirror).forget([path])
    #expect(
      outcome
        == [
          .refused(
            name: path,
            reason: "its file was edited since it was mirrored; accept the edit or move it away"
          )
        ])
    #expect(archive.text(path) == "edited")
    #expect(try await items(archive) == [])
  }

  @Test("An edit that was accepted is forgotten, and comes back from the trash", arguments: [0, 1])
  func acceptedEdit(command: Int) async throws {
    let archive = try await TestArchive(photos: 1)
    let path = archive.paths[0]
    try archive.write(try TestArchive.picture("7", version: 7), to: path)
    _ = try await Acceptance(of: archive.mirror).accept([path])
    let (trash, before) = (MirrorTrash(of: archive.mirror), archive.files)
    #expect(try await trash.forget([path]) == [.done(path: path)])
    #expect(archive.bytes(path) == nil)
    #expect(try await items(archive).map(\.byteCount) == [Int64(before[path]?.count ?? -1)])
    let back = command == 0 ? try await trash.restore([path]) : try await trash.remember([path])
    #expect(back == [.done(path: path)])
    #expect(archive.files == before)
    var findings: [Verification.Finding] = []
    try await Verification(of: archive.mirror).run {
      findings += $0.finding.map { [$0] } ?? []
    }
    #expect(findings == [])
  }

  @Test("A photo whose file is missing is forgotten without a file in the trash")
  func missingFile() async throws {
    let archive = try await TestArchive(photos: 1)
    try archive.remove(archive.paths[0])
    let outcome = try await MirrorTrash(of: archive.mirror).forget([TestArchive.id(1)])
    #expect(outcome == [.done(path: archive.paths[0])])
    #expect(try await items(archive) == [])
    #expect(
      try archive.catalog().photos(named: TestArchive.id(1))[0].record.departure?.isForgotten
        == true)
  }

  @Test("Names that the mirror or the trash does not know are refused, each by itself")
  func unknown() async throws {
    let archive = try await TestArchive(photos: 1)
    let trash = MirrorTrash(of: archive.mirror)
    #expect(
      try await trash.restore(["no", archive.paths[0]])
        == ["no", archive.paths[0]].map {
          .refused(name: $0, reason: "neither the trash nor the set-aside folder has it")
        })
    #expect(
      try await trash.forget(["no", archive.paths[0]])
        == [
          .refused(name: "no", reason: "the mirror knows no such photo"),
          .done(path: archive.paths[0]),
        ])
  }

  @Test("An id of two sites is refused with the paths of both photos")
  func ambiguous() async throws {
    let archive = try await TestArchive(photos: 1)
    do {
      let catalog = try archive.catalog()
      let source = try catalog.beginRun(ofSource: "other:all")
      let photo = NewPhoto(photo: TestArchive.id(1), site: "other", stem: "x/1", listing: "{}")
      _ = try catalog.admit([photo], provider: "other", source: source)
    }
    let outcome = try await MirrorTrash(of: archive.mirror).forget([TestArchive.id(1)])
    guard case .refused(_, let reason)? = outcome.first else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.hasPrefix("several photos have this id: ") && archive.has(archive.paths[0]))
  }

  @Test("A file that took the place of a photo stays, and the photo stays in the trash")
  func occupied() async throws {
    let archive = try await TestArchive(photos: 1)
    let (trash, path) = (MirrorTrash(of: archive.mirror), archive.paths[0])
    _ = try await trash.forget([path])
    try archive.write("mine", to: path)
    let reason = "another file already exists at \(path)"
    #expect(try await trash.restore([path]) == [.refused(name: path, reason: reason)])
    #expect(archive.text(path) == "mine")
    #expect(try await items(archive).count == 1)
    try archive.remove(path)
    #expect(try await trash.restore([path]) == [.done(path: path)])
  }

  @Test("A file that was damaged in the trash is not restored")
  func damaged() async throws {
    let archive = try await TestArchive(photos: 1)
    let (trash, path) = (MirrorTrash(of: archive.mirror), archive.paths[0])
    _ = try await trash.forget([path])
    let place = try #require(try await items(archive).first).place
    try archive.write("damaged", to: place)
    #expect(
      try await trash.restore([place])
        == [
          .refused(
            name: place, reason: "its file in the trash is missing or damaged: \(place)")
        ])
    #expect(!archive.has(path))
  }

  @Test("Of the trash, only what is old enough is deleted, with its record and its companions")
  func emptied() async throws {
    let archive = try await TestArchive(photos: 2)
    let trash = MirrorTrash(of: archive.mirror)
    let size = Int64(archive.bytes(archive.paths[0])?.count ?? 0)
    _ = try await trash.forget([archive.paths[0]])
    #expect(try await trash.empty(olderThan: .seconds(90 * 86_400)) == (0, 0))
    #expect(try await items(archive).count == 1)
    #expect(try await trash.empty(olderThan: .zero) == (1, size))
    #expect(try await items(archive) == [])
    #expect(!archive.files.keys.contains { $0.hasPrefix(".photomirror/trash/") })
    #expect(
      try await trash.restore([archive.paths[0]])
        == [
          .refused(
            name: archive.paths[0], reason: "neither the trash nor the set-aside folder has it")
        ])
    // The photo is remembered as forgotten, so that no run fetches it again.
    let record = try archive.catalog().photos(named: TestArchive.id(1))[0].record
    #expect(record.departure?.state == .deleted && record.departure?.isForgotten == true)
  }

  @Test("The trash is listed while another task changes the mirror, and not changed meanwhile")
  func meanwhile() async throws {
    let archive = try await TestArchive(photos: 2)
    let trash = MirrorTrash(of: archive.mirror)
    _ = try await trash.forget([archive.paths[0]])
    try await archive.mirror.open(.changing) { _ in
      let count = try await items(archive).count
      #expect(count == 1)
      let error = await #expect(throws: MirrorError.self) {
        try await trash.restore([archive.paths[0]])
      }
      #expect(error?.message.contains("is writing to") == true)
    }
    #expect(try await items(archive).count == 1)
  }

  @Test(
    "What a kill left of a move to the trash is finished before anything else",
    arguments: [false, true])
  func interrupted(isMoved: Bool) async throws {
    let archive = try await TestArchive(photos: 2)
    let (trash, path) = (MirrorTrash(of: archive.mirror), archive.paths[0])
    if isMoved { _ = try await trash.forget([path]) }
    do {
      let catalog = try archive.catalog()
      let photo = try catalog.photos(named: TestArchive.id(1))[0]
      var departure = try #require(
        isMoved
          ? photo.record.departure
          : Departure(
            .leaving, since: 1, reason: "test", isForgotten: true,
            place: ".photomirror/trash/2024-01-01/" + path))
      departure.state = .leaving
      try catalog.depart([photo.record.id: departure])
    }
    #expect(try await trash.remember(["no"]).count == 1)
    #expect(!archive.has(path))
    #expect(try await items(archive).map(\.path) == [path])
    #expect(try await trash.restore([path]) == [.done(path: path)])
  }

  private func asides(_ archive: TestArchive) async throws -> [MirrorTrash.Aside] {
    var files: [MirrorTrash.Aside] = []
    try await MirrorTrash(of: archive.mirror).listSetAside { files.append($0) }
    return files
  }

  @Test(
    "A file that was set aside is listed and restored by its place or its path, and is mirrored")
  func setAside() async throws {
    for isPlace in [true, false] {
      let archive = try await TestArchive(photos: 2)
      let (before, path) = (archive.files, archive.paths[0])
      try archive.write(try #require(before[path]), to: ".photomirror/set-aside/\(path)~2")
      try archive.lose(photo: 0)
      let file = try #require(try await asides(archive).first)
      #expect(file.path == path && file.byteCount == Int64(before[path]?.count ?? 0))
      let name = isPlace ? file.place : path
      let trash = MirrorTrash(of: archive.mirror)
      #expect(try await trash.restore([name, "no"]).first == .done(path: path))
      #expect(archive.files == before)
      #expect(try status(archive) == 2)
      #expect(try await asides(archive) == [])
    }
  }

  @Test("A file in the way of one that was set aside stays, and the restore is refused")
  func inTheWay() async throws {
    let archive = try await TestArchive(photos: 1)
    try archive.write("old", to: ".photomirror/set-aside/" + archive.paths[0])
    let before = archive.files
    let name = ".photomirror/set-aside/" + archive.paths[0]
    let outcomes = try await MirrorTrash(of: archive.mirror).restore([name])
    #expect(
      outcomes == [
        .refused(name: name, reason: "another file already exists at \(archive.paths[0])")
      ])
    #expect(archive.files == before)
  }

  @Test("The set-aside folder is emptied by its own call, and only of what is old enough")
  func emptiedSetAside() async throws {
    let archive = try await TestArchive(photos: 1)
    try archive.write("12345", to: ".photomirror/set-aside/a/b.png")
    let trash = MirrorTrash(of: archive.mirror)
    _ = try await trash.empty(olderThan: .zero)
    #expect(try await trash.emptySetAside(olderThan: .seconds(3600)).files == 0)
    #expect(archive.has(".photomirror/set-aside/a/b.png"))
    let deleted = try await trash.emptySetAside(olderThan: .zero)
    #expect(deleted.files == 1 && deleted.bytes == 5 && !archive.has(".photomirror/set-aside"))
  }
}

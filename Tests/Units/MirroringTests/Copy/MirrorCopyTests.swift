import Catalog
import Foundation
import LocalFiles
import MirrorCore
import ProviderKit
import Testing

@testable import Mirroring

@Suite("The copy of a mirror")
struct MirrorCopyTests: CopyUser {
  private func time(_ path: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }

  @Test("A copy has the mirror's files, its catalog finds no fault, and no draft stays in it")
  func whole() async throws {
    let archive = try await TestArchive(photos: 5)
    _ = try await MirrorTrash(of: archive.mirror).forget([archive.paths[4]])
    let before = archive.files
    let outcome = try await copy(archive)
    #expect(outcome.totals.copied == 4 && outcome.totals.copiedTrash == 1)
    #expect(outcome.totals.photos == 4 && outcome.leftOut == [])
    #expect(files(archive.outside("copy")) == before && archive.files == before)
    #expect(try await findings(archive.outside("copy")) == [])
    let status = try MirrorStatus(of: Mirror(archive.outside("copy"))).sources[0]
    #expect(try status == MirrorStatus(of: archive.mirror).sources[0])
    let state = try FileManager.default.contentsOfDirectory(
      atPath: archive.outside("copy/.photomirror"))
    #expect(!state.contains { $0.hasPrefix("copy.sqlite") }, "\(state)")
  }

  @Test("A copy within the mirror is refused, also by another path, and nothing is made")
  func inside() async throws {
    let archive = try await TestArchive(photos: 1)
    let (path, before) = (archive.directory.path, archive.files)
    let link = archive.outside("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    for place in [path, path + "/a/b", path + "/../mirror/b", link + "/b"] {
      let error = await #expect(throws: MirrorError.self) { try await copy(archive, to: place) }
      #expect(error == .directory("\(place) is in the mirror itself", .notACopy), "\(place)")
    }
    #expect(archive.files == before)
  }

  @Test("A second copy reads no file that has not changed, and copies what is new")
  func again() async throws {
    let archive = try await TestArchive(photos: 3)
    _ = try await copy(archive)
    let path = archive.directory.file(archive.paths[0])
    let (bytes, date) = (try #require(archive.bytes(archive.paths[0])), try time(path))
    // Only a read would show other bytes of the same size and time.
    try archive.write(Data(count: bytes.count), to: archive.paths[0])
    try FileManager.default.setAttributes([.modificationDate: date as Any], ofItemAtPath: path)
    let new = try await archive.add([TestArchive.photo(9)])
    let sidecar = archive.text(archive.paths[1] + ".xmp").replacing("Photo 2", with: "Edited")
    try archive.write(sidecar, to: archive.paths[1] + ".xmp")
    let outcome = try await copy(archive)
    #expect(outcome.totals.copied == 1 && outcome.leftOut == [])
    let copied = files(archive.outside("copy"))
    #expect(copied[archive.paths[0]] == bytes && copied[new[0]] == archive.bytes(new[0]))
    #expect(copied[archive.paths[1] + ".xmp"] == Data(sidecar.utf8))
    #expect(try await findings(archive.outside("copy")) == [])
    #expect(outcome.totals.companions == 3 && outcome.totals.setAside == 0)
  }

  @Test("Renamed, trashed and restored photos leave no file under their old names")
  func moved() async throws {
    let archive = try await TestArchive(photos: 4)
    _ = try await copy(archive)
    _ = try await MirrorTrash(of: archive.mirror).forget([archive.paths[3]])
    _ = try await Renaming(in: archive.mirror, template: NameTemplate("{title}/{id}")).run { _ in }
    let place = archive.outside("copy")
    let outcome = try await copy(archive)
    #expect(outcome.totals.setAside == 0 && outcome.leftOut == [])
    #expect(files(place) == archive.files)
    #expect(try await findings(place) == [])
    _ = try await MirrorTrash(of: archive.mirror).restore([TestArchive.id(4)])
    #expect(try await copy(archive).totals.copied == 1)
    #expect(try await findings(place) == [])
    #expect(files(place) == archive.files)
  }

  @Test("A photo that is deleted from the mirror is set aside in the copy")
  func deleted() async throws {
    let archive = try await TestArchive(photos: 2)
    _ = try await copy(archive)
    let bytes = archive.bytes(archive.paths[0])
    _ = try await MirrorTrash(of: archive.mirror).forget([archive.paths[0]])
    _ = try await MirrorTrash(of: archive.mirror).empty(olderThan: .zero)
    let outcome = try await copy(archive)
    #expect(outcome.totals.setAside >= 1)
    let copied = files(archive.outside("copy"))
    #expect(copied[".photomirror/set-aside/" + archive.paths[0]] == bytes)
    #expect(try await findings(archive.outside("copy")) == [])
  }

  @Test(
    "A move to the trash or back that was killed is completed in the copy",
    arguments: [Departure.State.leaving, .returning], [false, true])
  func moving(state: Departure.State, isInTrash: Bool) async throws {
    let archive = try await TestArchive(photos: 2)
    let path = archive.paths[0]
    let bytes = archive.bytes(path)
    _ = try await copy(archive)
    _ = try await MirrorTrash(of: archive.mirror).forget([path])
    let catalog = try archive.catalog()
    let known = try #require(try catalog.photos(named: TestArchive.id(1)).first)
    var departure = try #require(known.record.departure)
    let place = try #require(departure.place)
    departure.state = state
    try catalog.depart([known.record.id: departure])
    if !isInTrash {
      try FileManager.default.moveItem(
        atPath: archive.directory.file(place), toPath: archive.directory.file(path))
    }
    let outcome = try await copy(archive)
    #expect(outcome.totals.leftOut == 0)
    let copied = files(archive.outside("copy"))
    #expect(copied[isInTrash ? place : path] == bytes)
    // A task that changes the mirror completes the move.
    let name = TestArchive.id(1)
    if state == .leaving {
      _ = try await MirrorTrash(of: Mirror(archive.outside("copy"))).forget([name])
      #expect(files(archive.outside("copy"))[place] == bytes)
    } else {
      _ = try await MirrorTrash(of: Mirror(archive.outside("copy"))).restore([name])
      #expect(files(archive.outside("copy"))[path] == bytes)
    }
  }

  @Test("Hard links are made only on request, and only of photos")
  func links() async throws {
    let archive = try await TestArchive(photos: 2)
    _ = try await copy(archive)
    _ = try await copy(archive, to: archive.outside("links"), sharesFiles: true)
    let number = { (path: String) in
      try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }
    let path = archive.paths[0]
    let own = try number(archive.directory.file(path))
    let (copied, linked) = (archive.outside("copy"), archive.outside("links"))
    #expect(try number("\(copied)/\(path)") != own && number("\(linked)/\(path)") == own)
    let sidecar = path + ".xmp"
    #expect(try number("\(linked)/\(sidecar)") != number(archive.directory.file(sidecar)))
    #expect(try await findings(linked) == [])
    #expect(try await copy(archive, to: linked, sharesFiles: true).totals.copied == 0)
  }

  @Test("Files that are names of one file are that in the copy, also if only the others are new")
  func shared() async throws {
    let archive = try await TestArchive(photos: 3)
    let number = { (path: String) in
      try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }
    let place = archive.outside("copy")
    _ = try await copy(archive)
    // Photos of another site with the same pictures.
    let ids = [1, 2].map { TestArchive.id($0) }
    let twins = try await archive.add(
      ids.map { Photo(id: $0, owner: "bob", title: "Twin", takenAt: "2024-05-06 07:08:09") },
      of: "site:others", site: "other")
    let totals = try SharedFiles(in: archive.directory, archive.catalog()).share()
    #expect(totals.files == 2 && totals.obstacle == nil)
    #expect(try await copy(archive).totals.copied == 2)
    _ = try await copy(archive, to: archive.outside("new"))
    for copy in [place, archive.outside("new")] {
      for (path, twin) in zip(archive.paths, twins) {
        #expect(try number("\(copy)/\(twin)") == number("\(copy)/\(path)"))
        #expect(try number("\(copy)/\(twin)") != number(archive.directory.file(path)))
      }
      #expect(try await findings(copy) == [])
    }
  }

  @Test("A copy that is interrupted continues with what is missing, and then with what is new")
  func continued() async throws {
    let archive = try await TestArchive(photos: 0)
    let paths = try await archive.add((1...250).map { TestArchive.photo($0) })
    let place = archive.outside("copy")
    let task = Task {
      try await MirrorCopy(of: archive.mirror, to: Mirror(place)).run { step in
        if case .progress(let totals) = step, totals.checked == 200 {
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(throws: MirrorError.self) { try MirrorStatus(of: Mirror(place)) }
    let new = try await archive.add([TestArchive.photo(900)])
    try archive.remove(paths[240])
    let outcome = try await copy(archive)
    #expect(outcome.totals.copied == 50 && outcome.totals.leftOut == 1)
    #expect(outcome.leftOut == [.missing(path: paths[240])])
    #expect(files(place)[new[0]] == archive.bytes(new[0]))
    #expect(try await findings(place) == [.missing(path: paths[240])])
  }

  @Test("A folder of the copy that is a link is named, and nothing is moved behind it")
  func linkInCopy() async throws {
    let archive = try await TestArchive(photos: 2)
    _ = try await copy(archive)
    let (place, elsewhere) = (archive.outside("copy"), archive.outside("elsewhere"))
    try FileManager.default.moveItem(atPath: place + "/ada", toPath: elsewhere)
    try FileManager.default.createSymbolicLink(
      atPath: place + "/ada", withDestinationPath: elsewhere)
    try Data("mine".utf8).write(
      to: URL(filePath: elsewhere + archive.paths[0].dropFirst("ada".count)))
    let before = files(elsewhere)
    let error = await #expect(throws: MirrorError.self) { try await copy(archive) }
    guard case .directory(let message, .link) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.hasPrefix(place + "/ada is a symbolic link") && files(elsewhere) == before)
  }
}

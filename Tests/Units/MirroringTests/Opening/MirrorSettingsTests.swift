import Catalog
import Foundation
import LocalFiles
import MirrorCore
import TestSupport
import Testing

@testable import Mirroring

@Suite("The choices that a mirror keeps")
struct MirrorSettingsTests {
  private let folder: TemporaryDirectory
  private let catalog: Catalog

  init() throws {
    folder = try TemporaryDirectory()
    let directory = MirrorDirectory(folder.path)
    _ = try directory.prepare()
    catalog = try Catalog(path: directory.catalog)
  }

  private func settings(_ change: (inout MirrorOptions) -> Void = { _ in }) throws -> MirrorSettings
  {
    var options = MirrorOptions()
    change(&options)
    return try MirrorSettings(options, recordedIn: catalog)
  }

  @Test("A new mirror has XMP sidecars, the standard names, the time a photo was taken, and JPEG")
  func standard() throws {
    let settings = try settings()
    #expect(settings.sidecars == SidecarChoice(formats: [.xmp], naming: .full))
    #expect(settings.names == .standard && settings.earlierNames == nil)
    #expect(settings.fileTime == .taken && settings.thumbnailFormat == .jpeg)
    for name in ["sidecars", "sidecar-names", "names", "mtime", "thumbnail-format"] {
      #expect(try catalog.setting(name) == nil, "\(name)")
    }
  }

  @Test("Each choice of a run is the mirror's from then on, until another run chooses otherwise")
  func kept() throws {
    let template = try NameTemplate("{id}")
    let chosen = try settings {
      ($0.sidecarFormats, $0.sidecarNaming, $0.names) = ([.json, .xmp], .stem, template)
      ($0.fileTime, $0.thumbnailFormat) = (.uploaded, .webp)
    }
    #expect(chosen.earlierNames == .standard)
    let kept = try settings()
    #expect(kept.sidecars == SidecarChoice(formats: [.xmp, .json], naming: .stem))
    #expect(kept.names == template && kept.earlierNames == nil)
    #expect(kept.fileTime == .uploaded && kept.thumbnailFormat == .webp)
    #expect(try MirrorSettings.names(recordedIn: catalog) == template)
    #expect(try MirrorSettings.sidecars(recordedIn: catalog) == kept.sidecars)
    #expect(try MirrorSettings.thumbnailFormat(recordedIn: catalog) == .webp)
    let other = try settings { $0.thumbnailFormat = .png }
    #expect(other.thumbnailFormat == .png && other.names == template)
    #expect(try settings().thumbnailFormat == .png)
  }

  @Test("No sidecars are a choice, too")
  func none() throws {
    #expect(try settings { $0.sidecarFormats = [] }.sidecars.formats == [])
    #expect(try settings().sidecars.formats == [])
    #expect(try settings { $0.sidecarFormats = [.json] }.sidecars.formats == [.json])
  }

  @Test(
    "A text that no version wrote counts as no choice",
    arguments: [
      ("names", "../{id}"), ("names", "{nothing}"), ("mtime", "tomorrow"),
      ("thumbnail-format", "bmp"), ("sidecar-names", "odd"),
    ])
  func invalid(name: String, text: String) throws {
    try catalog.noteSetting(name, text)
    let settings = try settings()
    #expect(settings.names == .standard && settings.fileTime == .taken)
    #expect(settings.thumbnailFormat == .jpeg && settings.sidecars.naming == .full)
  }
}

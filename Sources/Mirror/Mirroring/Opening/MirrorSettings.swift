import Catalog
import MirrorCore

/// The choices that apply to a whole mirror: those of this run, else those that its catalog holds, else the
/// defaults.
struct MirrorSettings: Sendable, Hashable {
  let sidecars: SidecarChoice
  let names: NameTemplate
  /// The names before, if this run has chosen others.
  let earlierNames: NameTemplate?
  let fileTime: FileTime
  let thumbnailFormat: ThumbnailFormat

  private enum Name {
    static let sidecars = "sidecars"
    static let sidecarNames = "sidecar-names"
    static let names = "names"
    static let fileTime = "mtime"
    static let thumbnailFormat = "thumbnail-format"
  }

  /// The settings of a run with `options`, which are recorded if they differ from the catalog's. Blocks.
  init(
    _ options: MirrorOptions, recordedIn catalog: Catalog
  ) throws(CatalogError) {
    let formats = try catalog.setting(Name.sidecars).map(Self.formats)
    let naming = try catalog.setting(Name.sidecarNames).flatMap(SidecarChoice.Naming.init)
    let standard = SidecarChoice()
    sidecars = SidecarChoice(
      formats: options.sidecarFormats ?? formats ?? standard.formats,
      naming: options.sidecarNaming ?? naming ?? standard.naming)
    let own = try Self.names(recordedIn: catalog)
    names = options.names ?? own
    earlierNames = names == own ? nil : own
    let time = try catalog.setting(Name.fileTime).flatMap(FileTime.init)
    fileTime = options.fileTime ?? time ?? .taken
    let format = try Self.thumbnailFormat(recordedIn: catalog)
    thumbnailFormat = options.thumbnailFormat ?? format
    if thumbnailFormat != format { try Self.note(thumbnailFormat, in: catalog) }
    if names != own { try Self.note(names, in: catalog) }
    if options.fileTime != nil, time != fileTime {
      try catalog.noteSetting(Name.fileTime, fileTime.rawValue)
    }
    if options.sidecarFormats != nil, formats != sidecars.formats {
      try catalog.noteSetting(Name.sidecars, Self.text(sidecars.formats))
    }
    if options.sidecarNaming != nil, naming != sidecars.naming {
      try catalog.noteSetting(Name.sidecarNames, sidecars.naming.rawValue)
    }
  }

  /// The template of a mirror's names. Blocks.
  static func names(recordedIn catalog: Catalog) throws(CatalogError) -> NameTemplate {
    guard let text = try catalog.setting(Name.names) else { return .standard }
    // A text that this version cannot read was not written by it.
    return (try? NameTemplate(text)) ?? .standard
  }

  static func note(_ names: NameTemplate, in catalog: Catalog) throws(CatalogError) {
    try catalog.noteSetting(Name.names, names.text)
  }

  /// The format of a mirror's thumbnails. Blocks.
  static func thumbnailFormat(
    recordedIn catalog: Catalog
  ) throws(CatalogError) -> ThumbnailFormat {
    try catalog.setting(Name.thumbnailFormat).flatMap(ThumbnailFormat.init) ?? .standard
  }

  static func note(_ format: ThumbnailFormat, in catalog: Catalog) throws(CatalogError) {
    try catalog.noteSetting(Name.thumbnailFormat, format.rawValue)
  }

  /// The sidecars that a mirror's photos have. Blocks.
  static func sidecars(recordedIn catalog: Catalog) throws(CatalogError) -> SidecarChoice {
    let standard = SidecarChoice()
    let formats = try catalog.setting(Name.sidecars).map(Self.formats)
    let naming = try catalog.setting(Name.sidecarNames).flatMap(SidecarChoice.Naming.init)
    return SidecarChoice(formats: formats ?? standard.formats, naming: naming ?? standard.naming)
  }

  private static func text(_ formats: [SidecarFormat]) -> String {
    formats.map(\.rawValue).joined(separator: ",")
  }

  private static func formats(_ text: String) -> [SidecarFormat] {
    text.split(separator: ",").compactMap { SidecarFormat(rawValue: String($0)) }
  }
}

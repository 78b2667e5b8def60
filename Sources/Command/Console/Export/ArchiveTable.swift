import MirrorCore
import ProviderKit

/// The descriptions of a package's photos in Dublin Core, in the form of Archivematica's `metadata.csv`: the first
/// column is the path of the file, and a column may be repeated.
package enum ArchiveTable {
  /// The names of the columns.
  package static let header =
    "filename,dc.title,dc.creator,dc.date,dc.description,dc.subject,dc.rights,dc.source,dc.identifier"

  /// A row (RFC 4180).
  package static func line(_ exported: ExportedPhoto) -> String {
    let photo = exported.photo
    let cells: [String?] = [
      "objects/" + exported.path, photo.title, photo.ownerName ?? photo.owner, photo.takenAt,
      photo.about, photo.tags.joined(separator: "; "),
      photo.statedLicense.map { $0.url ?? $0.name }, photo.pageURL, photo.id,
    ]
    return cells.map { CSVRow.cell($0 ?? "") }.joined(separator: ",")
  }
}

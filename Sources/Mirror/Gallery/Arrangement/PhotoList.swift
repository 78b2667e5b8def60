/// A list of photos on pages of bounded length.
///
/// Full pages are counted from the list's end, and its beginning is on the first page, `index.html`, which has one
/// to two pages' worth: photos that are added at the beginning change that page only.
package struct PhotoList: Sendable {
  /// Relative to the gallery; empty for the list of all photos.
  package let folder: String
  /// The text of its heading; empty for the list of all photos.
  package let title: String
  /// Places among all photos, in the order in which they are shown.
  package let members: [Int32]
  /// Photos of a full page.
  var pageLength = 240
  /// Where its photos were taken, if it is a list of the map.
  var point: MapPoint?

  /// At least 1, also for an empty list.
  package var pageCount: Int { max(1, members.count / pageLength) }

  /// - Parameter page: 0 is the first.
  package func path(ofPage page: Int) -> String {
    guard page > 0 else { return folder.isEmpty ? "index.html" : "\(folder)/index.html" }
    return "\(folder.isEmpty ? "all" : folder)/\(pageCount - page).html"
  }

  /// The part of ``members`` that a page shows.
  /// - Parameter page: 0 is the first.
  package func members(ofPage page: Int) -> ArraySlice<Int32> {
    let first = members.count - (pageCount - 1) * pageLength
    guard page > 0 else { return members[..<first] }
    return members[(first + (page - 1) * pageLength)...].prefix(pageLength)
  }

  /// - Parameter index: In `members`.
  func page(ofIndex index: Int) -> Int {
    let first = members.count - (pageCount - 1) * pageLength
    return index < first ? 0 : (index - first) / pageLength + 1
  }
}

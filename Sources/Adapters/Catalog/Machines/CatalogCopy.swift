import PostgreSQL

/// Makes one catalog equal to another, whatever their engines are. Blocks.
///
/// Rows are compared in the order of their keys, and those that differ are replaced: an interrupted copy is resumed
/// by the same steps that begin one, and a second comparison proves the copy. Until then the copy has a mark, and
/// no other command opens it.
package struct CatalogCopy {
  /// A step of the work.
  package enum Phase: Sendable, Hashable { case copying, comparing }

  /// How far it is.
  package struct Progress: Sendable, Hashable {
    /// Rows are copied first, and compared once more after that.
    package let phase: Phase
    /// Rows done in this phase.
    package let rows: Int
    /// Rows of the original, all tables together; at least ``rows``.
    package let total: Int
  }

  private static let batchSize = 1000
  private static let mark = "unfinished_copy_of"
  private static let moved = "moved_to"

  private let original: Catalog
  private let copy: Catalog
  private let tables: [CopiedTable]
  private let destination: String?

  /// - Parameters:
  ///   - original: Nobody changes it meanwhile.
  ///   - origin: Where the original is, without a password.
  ///   - destination: Where the copy is, which the original then names when it refuses to be changed; nil if the original
  ///     stays in use.
  /// - Throws: If there are photos in `copy`, and it is no unfinished copy of the same original.
  package init(
    _ original: Catalog, to copy: Catalog, origin: String, destination: String? = nil
  ) throws(CatalogError) {
    (self.original, self.copy, self.destination) = (original, copy, destination)
    tables = try CopiedTable.all()
    let found = try copy.setting(Self.mark)
    if let destination, try original.setting(Self.moved) == destination {
      // A call that was interrupted at its end.
      try copy.noteSetting(Self.mark, origin)
      return
    }
    try Self.checkIsFinished(original)
    try Self.checkIsUsed(original)
    guard found == nil else {
      guard found == origin else {
        throw CatalogError(
          .unfinished, "\(copy.database.path) has an unfinished copy of \(found ?? "")")
      }
      return
    }
    for table in tables where try !table.rows(of: copy, after: nil, limit: 1).isEmpty {
      throw CatalogError(.occupied, "\(copy.database.path) has a catalog that is not empty")
    }
    try copy.noteSetting(Self.mark, origin)
  }

  /// - Parameter report: Called after each batch; stops the copy by throwing.
  /// - Returns: How many rows the copy has.
  package func run(_ report: (Progress) throws -> Void) throws -> Int {
    var total = 0
    for table in tables { total += try table.count(in: original) }
    for phase in [Phase.copying, .comparing] {
      var rows = 0
      for table in tables {
        try compare(table, repairs: phase == .copying) { count in
          rows += count
          try report(Progress(phase: phase, rows: rows, total: max(total, rows)))
        }
      }
    }
    for table in tables { try table.setNumbering(in: copy) }
    if let destination { try original.noteSetting(Self.moved, destination) }
    try copy.restoreJobs()
    // Last: whatever ends the process before, the same call completes the copy.
    try copy.database.run("DELETE FROM setting WHERE name = ?", .text(Self.mark))
    return total
  }

  /// - Throws: If `catalog` is an unfinished copy.
  static func checkIsFinished(_ catalog: Catalog) throws(CatalogError) {
    guard let origin = try catalog.setting(mark) else { return }
    throw CatalogError(
      .unfinished, "\(catalog.database.path) is an unfinished copy of the catalog of \(origin)")
  }

  /// - Throws: If the mirror uses a copy of `catalog` since.
  static func checkIsUsed(_ catalog: Catalog) throws(CatalogError) {
    guard let place = try catalog.setting(moved) else { return }
    throw CatalogError(
      .moved, "\(catalog.database.path) was copied to \(place), where the mirror's catalog is now")
  }

  /// Lets a catalog be used again that was copied elsewhere.
  /// - Returns: Where the copy is; nil if there is none.
  package static func use(_ catalog: Catalog) throws(CatalogError) -> String? {
    let place = try catalog.setting(moved)
    try catalog.database.run("DELETE FROM setting WHERE name = ?", .text(moved))
    return place
  }

  /// The condition for rows that are not the copy's own.
  static func isCopied(in table: CopiedTable) -> String {
    table.name == "setting" ? "name NOT IN ('\(mark)', '\(moved)')" : "1 = 1"
  }

  /// - Parameter repairs: Whether rows that differ are replaced; otherwise they are an error.
  private func compare(
    _ table: CopiedTable, repairs: Bool, _ report: (Int) throws -> Void
  ) throws {
    var last: CopiedTable.Row?
    while true {
      let rows = try table.rows(of: original, after: last, limit: Self.batchSize)
      let found = try copied(table, after: last, through: rows.last)
      let surplus = found.subtracting(rows)
      let missing = rows.filter { !found.contains($0) }
      if let row = missing.first ?? surplus.first, !repairs {
        throw CatalogError(
          .unfinished,
          "\(copy.database.path) differs from the original in \(table.name) \(table.keyText(row))")
      }
      if !surplus.isEmpty || !missing.isEmpty {
        try copy.transaction { () throws(CatalogError) in
          try table.delete(Array(surplus), from: copy)
          try table.insert(missing, into: copy)
        }
      }
      guard let end = rows.last else { return }
      last = end
      try report(rows.count)
    }
  }

  /// The copy's rows in a range of keys; of too many, so many that they are not equal to the original's.
  private func copied(
    _ table: CopiedTable, after: CopiedTable.Row?, through end: CopiedTable.Row?
  ) throws(CatalogError) -> Set<CopiedTable.Row> {
    var found: Set<CopiedTable.Row> = []
    var last = after
    while found.count < 10 * Self.batchSize {
      let page = try table.rows(of: copy, after: last, through: end, limit: Self.batchSize)
      found.formUnion(page)
      guard let next = page.last, next != end else { break }
      last = next
    }
    return found
  }
}

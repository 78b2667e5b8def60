import Console

/// The JSON output of the commands, besides progress, from the tables of their keys.
enum ResultReference {
  static let text: String = {
    var rows = CommandName.allCases.map { (term: $0.rawValue, keys: $0.type.results) }
    rows.append((term: "--report", keys: [RunReport.keys.told()]))
    let entries = rows.filter { !$0.keys.isEmpty }.map { row in
      (term: row.term, text: row.keys.map(\.text).joined(separator: "; "))
    }
    let lines = DefinitionList.lines(entries, margin: 0, indent: 13, limit: .max)
    return """
      Other commands write their results as JSON objects, a line each; status and
      report have one for each directory. list, status, report and verify write
      only some members with --json=FIELD,… as in --json=id,title.
      Unknown values are null. Times are ISO 8601: in UTC with a Z, or without a zone
      if the site does not know it (taken_at).

      command      keys
      \(lines.joined(separator: "\n"))
      """
  }()
}

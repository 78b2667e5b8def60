import Console
import MirrorCore
import Mirroring

extension OptionSyntax {
  /// Accepted by every command that opens a mirror.
  static let catalog = OptionSyntax(
    name: "catalog", placeholder: "ADDRESS",
    help: "The PostgreSQL database with the mirror's catalog, postgresql://USER@HOST/NAME; "
      + "otherwise that of PHOTOMIRROR_CATALOG, or a file in DIRECTORY")
}

/// Where a command line, or the environment, says that the catalog is.
enum CatalogChoice {
  static let variable = "PHOTOMIRROR_CATALOG"

  static func isMade(_ parsed: ParsedArguments, _ environment: [String: String]) -> Bool {
    parsed.has(OptionSyntax.catalog.name) || !(environment[variable] ?? "").isEmpty
  }

  /// Call before the command runs.
  /// - Throws: ``UsageError`` without the password that an address may contain.
  static func use(_ parsed: ParsedArguments, _ environment: [String: String]) throws(UsageError) {
    let given = parsed.options.last { $0.name == OptionSyntax.catalog.name }?.value
    guard let address = given ?? environment[variable], given != nil || !address.isEmpty else {
      return
    }
    MirrorCatalog.reportWaits { message in
      Output.error.write(lines: ["waiting   for the catalog: \(TerminalText.line(message))"])
    }
    do throws(MirrorError) {
      try MirrorCatalog.use(address)
    } catch {
      throw UsageError(
        "\(given == nil ? variable : "--catalog"): \(error.message)",
        hints: [error.report.hints.first].compactMap(\.self))
    }
  }
}

extension CommandText {
  /// Whether the command opens a mirror, whose catalog can be elsewhere.
  var opensMirror: Bool { usesCatalog || operands.contains { $0.contains("DIRECTORY") } }
}

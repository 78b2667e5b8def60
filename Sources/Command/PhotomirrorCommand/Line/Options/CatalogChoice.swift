import Console
import MirrorCore
import Mirroring

extension OptionSyntax {
  /// Accepted by every command that opens a mirror.
  static let catalog = OptionSyntax(
    name: "catalog", placeholder: "ADDRESS",
    help: "The PostgreSQL database with the mirror's catalog, postgresql://USER@HOST/NAME; "
      + "otherwise that of PHOTOMIRROR_CATALOG, or a file in DIRECTORY",
    uses: .allCommands)
}

/// The server with the catalog, from a command line or the environment.
struct CatalogChoice: Sendable {
  static let variable = "PHOTOMIRROR_CATALOG"

  let server: CatalogServer

  static func isMade(_ parsed: ParsedArguments, _ environment: [String: String]) -> Bool {
    parsed.has(OptionSyntax.catalog.name) || !(environment[variable] ?? "").isEmpty
  }

  /// Nil if the catalog is in the mirror's directory. A configuration says so by an empty address.
  /// - Throws: ``UsageError`` without the password that an address may contain.
  init?(_ parsed: ParsedArguments, _ environment: [String: String]) throws(UsageError) {
    let given = parsed.options.last { $0.name == OptionSyntax.catalog.name }
    let isOption = given?.origin == .commandLine
    guard let address = given?.value ?? environment[Self.variable], isOption || !address.isEmpty
    else { return nil }
    do throws(MirrorError) {
      server = try CatalogServer(address)
    } catch {
      throw UsageError(
        (given?.origin ?? .environment(Self.variable)).errorPrefix
          + (isOption ? "--catalog: " : "") + error.message,
        hints: [error.report.hints.first].compactMap(\.self))
    }
  }

  /// Reports waits for a server that cannot be reached.
  static func reportWaits() {
    CatalogServer.reportWaits { message in
      Output.error.write(lines: ["waiting   for the catalog: \(TerminalText.line(message))"])
    }
  }
}

extension CommandText {
  /// Whether the command opens a mirror, whose catalog can be elsewhere.
  var opensMirror: Bool { usesCatalog || operands.contains { $0.contains("DIRECTORY") } }
}

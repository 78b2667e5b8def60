import Configuration
import Mirroring

/// The key `catalog` of a mirror, and of `[sync]`, where `{name}` is replaced by the mirror's name.
extension ConfigurationFile {
  /// The address of a mirror's catalog, empty for one in its directory, and the line; nil if none.
  func catalog(of mirror: Mirror) -> (text: String, line: Int)? {
    let name = OptionSyntax.catalog.name
    let own = mirror.options.last { $0.name == name }
    guard let option = own ?? options.last(where: { $0.name == name }),
      case .string(let text) = option.value
    else { return nil }
    return (own == nil ? mirror.named(text) : text, option.line)
  }

  /// The texts of an option in any table.
  func texts(of name: String) -> [String] {
    (options + mirrors.flatMap(\.options)).filter { $0.name == name }.flatMap { option in
      switch option.value {
      case .string(let text): [text]
      case .strings(let texts): texts
      default: [String]()
      }
    }
  }

  /// Mirrors whose catalogs would be in one database, which is for one directory.
  var sharedCatalogs: [Problem] {
    mirrors.enumerated().compactMap { index, mirror in
      guard let (text, line) = catalog(of: mirror), !text.isEmpty,
        let other = mirrors[..<index].first(where: {
          catalog(of: $0)?.text == text && $0.directory != mirror.directory
        })
      else { return nil }
      return Problem(
        line: line, "the mirrors '\(other.name)' and '\(mirror.name)' have the same catalog",
        hint: "give each a database of its own; in [sync], {name} is replaced by the mirror's name")
    }
  }
}

extension ConfigurationFile.Option {
  func checkCatalog() throws(ConfigurationFile.Problem) {
    guard case .string(let text) = value else {
      throw .init(line: line, "'catalog' takes an address, postgresql://USER@HOST/NAME")
    }
    guard !text.isEmpty, let flaw = CatalogServer.flaw(inAddress: text) else { return }
    throw .init(
      line: line, flaw,
      hint: flaw.hasSuffix("password")
        ? "put the password into ~/.pgpass, of mode 600, or into the file that PGPASSFILE names"
        : "as postgresql://USER@HOST/NAME")
  }
}

extension ParsedArguments {
  /// With the address of a mirror's catalog in the configuration, unless one was given.
  func takingCatalog(
    of mirror: ConfigurationFile.Mirror?, from defaults: OptionDefaults
  ) -> ParsedArguments {
    let name = OptionSyntax.catalog.name
    guard !has(name), let file = defaults.file, let mirror,
      let (text, line) = file.catalog(of: mirror)
    else { return self }
    var taking = self
    taking.add(name, text, from: .file(path: file.path, line: line))
    return taking
  }
}

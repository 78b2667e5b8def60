/// Checks of the versions of libraries against known faults, and against what they leave undecoded.
struct LibraryChecks {
  var libraries = LinkedLibrary.all()
  var packages = PackageDatabase.ofThisProgram()
  var faults = LibraryFault.known

  func run() -> [Diagnosis] {
    let versions = libraries.map { "\($0.name) \($0.version)" }
    let found = libraries.flatMap { library in
      let package = packages.version(of: library.package)
      return faults.filter {
        $0.library == library.name && $0.affects(library.version, package: package)
      }.map { warning($0, library, isPackaged: package != nil) }
    }
    let needs = libraries.flatMap { library in
      LibraryNeed.known.compactMap { $0.text(of: library) }
    }
    return ([versions.joined(separator: ", ")] + needs).map { .ok("libraries", $0) } + found
  }

  private func warning(
    _ fault: LibraryFault, _ library: LinkedLibrary, isPackaged: Bool
  ) -> Diagnosis {
    .warning(
      "libraries", "\(library.name) \(library.version): \(fault.what) (\(fault.source))",
      hint: packages.isOfThisProgram
        ? "install a newer release of photomirror, which brings its libraries"
        : isPackaged
          ? "update the package \(library.package); a correction in this version is in its changelog"
          : "install \(library.name) \(fault.fixed) or newer, or a version with the correction")
  }
}

/// The versions of libraries, and what they leave undecoded.
struct LibraryChecks {
  var libraries = LinkedLibrary.all()

  func run() -> [Diagnosis] {
    let versions = libraries.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
    let needs = libraries.flatMap { library in
      LibraryNeed.known.compactMap { $0.text(of: library) }
    }
    return [.ok("libraries", versions, hint: "debsecan(1) lists known faults of Debian's packages")]
      + needs.map { .ok("libraries", $0) }
  }
}

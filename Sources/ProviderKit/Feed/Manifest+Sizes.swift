extension Manifest {
  /// Whether the site may have a size of this label: one that ``sizes`` names, case ignored, or any
  /// where it names none.
  package func knows(size label: String) -> Bool {
    sizes.isEmpty || sizes.contains { $0.lowercased() == label.lowercased() }
  }
}

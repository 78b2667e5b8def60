import Console

/// What `doctor` writes: the problems, each once, below the name of what was checked, and a line that counts them.
struct DoctorReport {
  let isJSON: Bool
  let isVerbose: Bool
  private(set) var failures = 0
  private var warnings = 0
  /// The name of what is checked, until something about it was written.
  private var title: String?
  private var written: Set<Diagnosis> = []

  init(isJSON: Bool, isVerbose: Bool) { (self.isJSON, self.isVerbose) = (isJSON, isVerbose) }

  /// What follows is about this mirror, directory or source.
  mutating func begin(_ name: String) { title = name }

  mutating func write(_ diagnoses: [Diagnosis]) {
    for diagnosis in diagnoses {
      // Mirrors that share a key share its problems.
      let isNew = written.insert(diagnosis).inserted
      if diagnosis.level == .failure, isNew { failures += 1 }
      if diagnosis.level == .warning, isNew { warnings += 1 }
      guard !isJSON else {
        Output.standard.write(lines: [Diagnosis.keys.object(diagnosis).line])
        continue
      }
      guard isVerbose || diagnosis.level != .ok && isNew else { continue }
      let heading = title.map { ["", TerminalText.line($0)] } ?? []
      Output.standard.write(lines: heading + diagnosis.lines)
      title = nil
    }
  }

  /// - Parameters:
  ///   - checked: How many mirrors, directories and sources were checked.
  ///   - noun: What each of them is called.
  func finish(_ checked: Int, of noun: String) {
    guard !isJSON else { return }
    let parts = [
      checked == 0 ? "this machine" : "this machine and \(Quantity.count(checked, of: noun))",
      failures == 0 ? "no problem" : Quantity.count(failures, of: "problem"),
      warnings == 0 ? nil : Quantity.count(warnings, of: "warning"),
    ]
    Output.standard.write(lines: [parts.compactMap(\.self).joined(separator: ", ")])
  }
}

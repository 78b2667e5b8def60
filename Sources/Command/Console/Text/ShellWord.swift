/// A word of a command line that can be copied into a shell.
package enum ShellWord {
  /// The word, in quotes if a shell would otherwise change it.
  package static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: ":/._-[]@%,+=".utf8.contains(byte)
        }
      }
    return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}

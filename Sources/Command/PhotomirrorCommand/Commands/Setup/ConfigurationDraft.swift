import Configuration
import Foundation
import ProviderKit
import SystemCalls

/// A mirror to be added to the configuration file, with the key of its provider.
struct ConfigurationDraft {
  /// A setting of the provider, and the file with its value.
  struct Key {
    let setting: String
    /// As it is written into the configuration.
    let file: String
    /// The content of the file, if the file is new; nil if it exists.
    let value: String?
  }

  /// The configuration file.
  let path: String
  let name: String
  let source: String
  let directory: String
  let provider: String
  var key: Key?
  var contact: String?

  /// What is added to the file, with comments.
  func text(isNew: Bool) -> String {
    var lines: [String] = []
    if isNew {
      lines += [
        "# The configuration of photomirror: see 'photomirror help configuration'.", "",
        "[sync]",
        "# Options of every run, as of 'photomirror sync --help' without '--'.",
        "# max-rate = \"8M\"", "",
      ]
    }
    if let key {
      lines += [
        "[provider.\(provider)]",
        "# The file has the key; only you can read it.",
        "\(key.setting)_file = \(Self.quoted(key.file))", "",
      ]
    }
    lines += [
      "# 'photomirror sync \(name)' runs it, 'photomirror schedule \(name) daily' every day.",
      "[mirror.\(name.contains(".") ? Self.quoted(name) : name)]",
      "source = \(Self.quoted(source))",
      "directory = \(Self.quoted(directory))",
    ]
    if let contact { lines.append("contact = \(Self.quoted(contact))") }
    lines += [
      "# size = \"1600\"     # the longest edge in pixels; the largest by default",
      "# gone = \"trash\"    # what the site no longer lists is moved to the trash",
      "# ping = \"https://hc-ping.com/…\"    # a monitor that is notified of runs",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Makes the file of the key, and adds to the configuration what is missing. Nothing is overwritten. Blocks.
  /// - Throws: ``UsageError`` if the configuration has such a mirror; ``CommandFailure``.
  func write(home: String?) throws {
    let earlier = SmallFile.text(of: path)
    let isNew = FileStatus(following: path) == nil
    let gap = isNew ? "" : earlier.isEmpty || earlier.hasSuffix("\n") ? "\n" : "\n\n"
    let text = gap + text(isNew: isNew)
    try check(earlier + text, earlier: earlier, home: home)
    StateFolder.make(UnattendedOptions.folder(of: path))
    if let key, let value = key.value, let file = HomePath(home: home).absolute(key.file) {
      try store(value, in: file)
    }
    try Self.append(text, to: path)
  }

  private func check(_ text: String, earlier: String, home: String?) throws {
    let old = try? ConfigurationFile(Array(earlier.utf8), path: path, home: home)
    if old?.mirrors.contains(where: { $0.name == name }) == true {
      throw UsageError(
        "\(path) has a mirror '\(name)' already",
        hints: ["give this one another name by --name; nothing was written"])
    }
    let problem: String?
    do throws(TOMLDocument.Invalid) {
      let file = try ConfigurationFile(Array(text.utf8), path: path, home: home)
      problem = UserConfiguration.problems(of: file).first?.reason
    } catch {
      problem = error.reason
    }
    guard let problem else { return }
    throw UsageError(
      "the mirror cannot be added to \(path): \(problem)", hints: ["nothing was written"])
  }

  /// A file that has the value already is used.
  private func store(_ value: String, in file: String) throws {
    guard FileStatus(following: file) == nil else {
      guard try SettingFile(file, for: "\(provider) key").value != value else { return }
      throw CommandFailure(
        .directoryFailed, "\(file) has another key, and is not overwritten",
        hints: ["give that file by --key-file, or move it away"])
    }
    StateFolder.make(UnattendedOptions.folder(of: file))
    try Self.append(value + "\n", to: file, isNew: true)
  }

  /// Keeps the mode of a file that exists; only the user can read a new one.
  private static func append(
    _ text: String, to path: String, isNew: Bool = false
  ) throws(CommandFailure) {
    do throws(SystemError) {
      try SmallFile.append(Array(text.utf8), to: path, isNew: isNew)
    } catch {
      throw CommandFailure(.directoryFailed, "cannot write \(path): \(error.reason)")
    }
  }

  /// A basic string of TOML; the text has no control characters.
  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

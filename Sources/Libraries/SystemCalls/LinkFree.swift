import CGlibc
import Glibc

/// System calls on paths of which no part may be a symbolic link: what a link leads to is no part of the folder in which
/// it is. A link fails with ELOOP, whoever puts it there and when.
///
/// The kernel looks (openat2(2)); before Linux 5.6, or where a filter refuses that call, each folder on the way is opened
/// by its name. All set errno as the calls do, block, and may be called from any thread.
package enum LinkFree {
  /// open(2) with O_CLOEXEC.
  /// - Returns: A descriptor, which the caller closes; -1 if it fails.
  package static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
    guard isOffered else { return walk(path, flags, mode) }
    let isMaking = flags & (O_CREAT | unnamed) != 0
    return open_without_links(
      AT_FDCWD, path, UInt64(UInt32(bitPattern: flags | O_CLOEXEC)), isMaking ? UInt64(mode) : 0)
  }

  /// unlink(2).
  @discardableResult package static func unlink(_ path: String) -> Int32 {
    inFolder(of: path) { unlinkat($0, $1, 0) }
  }

  /// rmdir(2).
  @discardableResult package static func rmdir(_ path: String) -> Int32 {
    inFolder(of: path) { unlinkat($0, $1, AT_REMOVEDIR) }
  }

  /// mkdir(2).
  @discardableResult package static func mkdir(_ path: String, _ mode: mode_t) -> Int32 {
    inFolder(of: path) { mkdirat($0, $1, mode) }
  }

  /// rename(2).
  package static func rename(_ from: String, _ to: String) -> Int32 {
    inFolders(of: from, and: to) { renameat($0, $1, $2, $3) }
  }

  /// Exchanges two names (renameat2(2)).
  package static func exchange(_ one: String, _ other: String) -> Int32 {
    inFolders(of: one, and: other) { renameat2($0, $1, $2, $3, 1 << 1) }
  }

  /// link(2): another name for a file.
  package static func link(_ from: String, _ to: String) -> Int32 {
    inFolders(of: from, and: to) { linkat($0, $1, $2, $3, 0) }
  }

  /// symlink(2).
  @discardableResult package static func symlink(_ target: String, _ path: String) -> Int32 {
    inFolder(of: path) { symlinkat(target, $0, $1) }
  }

  /// The target of a link; nil if it is none or is too long.
  package static func target(of path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = bytes.withUnsafeMutableBytes { buffer in
      inFolder(of: path) {
        Int32(readlinkat($0, $1, buffer.baseAddress!, buffer.count))
      }
    }
    guard count >= 0, Int(count) < bytes.count else { return nil }
    return String(decoding: bytes[..<Int(count)], as: UTF8.self)
  }

  /// access(2).
  package static func access(_ path: String, _ mode: Int32) -> Int32 {
    inFolder(of: path) { faccessat($0, $1, mode, 0) }
  }

  /// chmod(2) of a file that is no link.
  @discardableResult package static func chmod(_ path: String, _ mode: mode_t) -> Int32 {
    let file = open(path, O_RDONLY | O_NONBLOCK)
    guard file >= 0 else { return -1 }
    return closing(file, fchmod(file, mode))
  }

  /// Sets the time of the last change of a file or link (utimensat(2)).
  @discardableResult package static func setModified(_ path: String, _ time: timespec) -> Int32 {
    inFolder(of: path) { utimensat($0, $1, [time, time], AT_SYMLINK_NOFOLLOW) }
  }

  /// The names in a folder without `.` and `..`, in no order; nil if it cannot be read.
  package static func names(in folder: String) -> [String]? {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY)
    guard descriptor >= 0 else { return nil }
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      return nil
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

extension LinkFree {
  /// The files below a folder, and links, which are not followed; relative to it, in no order.
  package static func files(below folder: String) -> [String] {
    var (files, folders) = ([String](), [""])
    while let inner = folders.popLast() {
      for name in names(in: "\(folder)/\(inner)") ?? [] {
        let path = inner + name
        let isFolder = FileStatus(linkFree: "\(folder)/\(path)")?.isDirectory ?? false
        if isFolder { folders.append(path + "/") } else { files.append(path) }
      }
    }
    return files
  }
}

extension LinkFree {
  /// O_TMPFILE without O_DIRECTORY, and O_PATH, which the header of the C library hides; the same on every processor.
  private static let unnamed: Int32 = 0o20000000
  static let placeOnly: Int32 = 0o10000000

  /// Whether openat2(2) works.
  private static let isOffered: Bool = {
    let folder = open_without_links(AT_FDCWD, "/", UInt64(placeOnly | O_CLOEXEC), 0)
    guard folder >= 0 else { return false }
    close(folder)
    return true
  }()

  private static func closing(_ descriptor: Int32, _ result: Int32) -> Int32 {
    let code = errno
    close(descriptor)
    errno = code
    return result
  }

  /// The folder of a path and the name in it.
  private static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let name = String(Substring(path.utf8[path.utf8.index(after: slash)...]))
    let folder = slash == path.startIndex ? "/" : String(Substring(path.utf8[..<slash]))
    return (folder, name)
  }

  private static func inFolder(
    of path: String, _ body: (_ folder: Int32, _ name: String) -> Int32
  ) -> Int32 {
    let (place, name) = parts(of: path)
    let folder = open(place, placeOnly | O_DIRECTORY)
    guard folder >= 0 else { return -1 }
    return closing(folder, body(folder, name))
  }

  private static func inFolders(
    of one: String, and other: String,
    _ body: (_ folder: Int32, _ name: String, _ otherFolder: Int32, _ otherName: String) -> Int32
  ) -> Int32 {
    inFolder(of: one) { folder, name in
      inFolder(of: other) { body(folder, name, $0, $1) }
    }
  }

  /// The same as ``open(_:_:_:)`` without openat2(2).
  package static func walk(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
    open_by_names(path, flags, mode)
  }
}

extension LinkFree {
  /// The path of a folder that the user names, with the links on the way to it and in it resolved: what the user names may
  /// be behind links, and what is below it may not. Without a link it is the path as it was given.
  package static func root(_ path: String) -> String {
    let place = open(path, placeOnly)
    guard place < 0 else {
      close(place)
      return path
    }
    return errno == ELOOP ? resolved(path) : path
  }

  /// The path with all links resolved (realpath(3)); nil if it does not exist.
  package static func real(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// The path with all links resolved, as far as it exists; what is missing at its end stays as it is.
  package static func resolved(_ path: String) -> String {
    var (known, rest) = (path[...], "")
    while !known.isEmpty {
      if let found = real(String(known)) { return found + rest }
      let slash = known.utf8.lastIndex(of: UInt8(ascii: "/")) ?? known.startIndex
      rest = known[slash...] + rest
      known = known[..<slash]
    }
    return path
  }
}

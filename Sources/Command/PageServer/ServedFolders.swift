import Glibc
import SystemCalls

/// The files that a server shows: those of some folders, each under a prefix of the addresses.
package struct ServedFolders: Sendable {
  /// The files of a folder of pages that are shown.
  package struct Pages: Sendable {
    /// The Content-Security-Policy of pages.
    let policy: String
    /// Whether this program wrote a file.
    let isOwn: @Sendable (_ path: String, _ descriptor: Int32) -> Bool

    /// - Parameter isOwn: Gets the path in the folder, and the open file; others are not shown. May block.
    package init(
      policy: String, isOwn: @escaping @Sendable (_ path: String, _ descriptor: Int32) -> Bool
    ) {
      (self.policy, self.isOwn) = (policy, isOwn)
    }
  }

  /// A file that is shown.
  struct File {
    /// The receiver closes it.
    let descriptor: Int32
    let name: String
    let size: Int
    /// Nil if it is no page.
    let policy: String?
  }

  /// A folder whose files are shown.
  package struct Folder: Sendable {
    let prefix: [String]
    let path: String
    /// The folders with a leading dot that are shown; other names with a leading dot are not.
    let shownDots: [[String]]
    /// Nil if all files are shown but pages.
    let pages: Pages?

    /// - Parameters:
    ///   - prefix: Of its addresses, without slashes at the ends; empty for the root.
    ///   - path: The folder. It may be a link; nothing in it is followed.
    package init(prefix: String, path: String, shownDots: [String] = [], pages: Pages? = nil) {
      self.pages = pages
      self.prefix = prefix.pathParts.filter { !$0.isEmpty }
      self.path = path
      self.shownDots = shownDots.map { $0.pathParts }
    }

    /// The names that lead to a file in the folder; nil if the address is of another folder.
    func names(_ address: [String]) -> [String]? {
      guard address.starts(with: prefix), address.count > prefix.count else { return nil }
      let names = Array(address.dropFirst(prefix.count))
      let hidden = names.prefix { !$0.isHiddenName }.count
      guard hidden < names.count else { return names }
      let isShown = shownDots.contains { names.starts(with: $0) && names.count > $0.count }
      return isShown && !names.dropFirst(hidden + 1).contains(where: \.isHiddenName) ? names : nil
    }
  }

  /// The first that has an address shows it.
  private let folders: [Folder]

  package init(_ folders: [Folder]) { self.folders = folders }

  /// The names of an address; nil if it could lead anywhere else than down.
  static func names(ofAddress address: String) -> [String]? {
    guard address.utf8.first == UInt8(ascii: "/") else { return nil }
    let names = address.pathParts.dropFirst().joined(separator: "/")
    return names.leadsDown ? names.pathParts : nil
  }

  /// Opens a regular file. Each folder is opened in the one before, and no link is followed, so that no address
  /// leads out, whatever changes meanwhile. Blocks.
  /// - Parameter address: Decoded.
  func open(_ address: String) -> File? {
    guard let names = Self.names(ofAddress: address) else { return nil }
    for folder in folders {
      guard let inner = folder.names(names), let name = inner.last else { continue }
      guard let file = Self.open(inner, in: folder.path) else { return nil }
      let isPage = PageAnswer.isPage(name)
      guard let status = FileStatus(of: file), status.isRegular,
        folder.pages?.isOwn(inner.joined(separator: "/"), file) ?? !isPage
      else {
        close(file)
        return nil
      }
      return File(
        descriptor: file, name: name, size: Int(status.size),
        policy: isPage ? folder.pages?.policy : nil)
    }
    return nil
  }

  private static func open(_ names: [String], in folder: String) -> Int32? {
    var place = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for (index, name) in names.enumerated() where place >= 0 {
      let isLast = index == names.count - 1
      let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | (isLast ? O_NONBLOCK : O_DIRECTORY)
      let next = openat(place, name, flags)
      close(place)
      place = next
    }
    return place >= 0 ? place : nil
  }
}

import Foundation
import Glibc
import ModuleHosting
import SystemCalls

/// Checks that only root and the user of this process can change what a path names.
///
/// Opening a module runs its code, so the file and every folder above it are checked, as sshd(8)
/// checks keys (StrictModes): a user who may write to a folder can replace the files below. In a
/// sticky folder above, such as /tmp, only the owner may replace an entry (unlink(2)), and each
/// entry on the path belongs to root or this user. A sticky folder that contains modules is still
/// refused, because others may add one. So no other user can exchange a file between this check and
/// opening it.
package enum TrustedPath {
  /// Why others can change what a path leads to, as a sentence; nil if they cannot, and if there is no such file.
  package static func flaw(of path: String) -> String? {
    guard let real = LinkFree.real(path) else { return nil }
    do throws(ModuleProblem) {
      try check(real)
      return nil
    } catch {
      return error.reason
    }
  }

  /// - Parameter path: absolute, without links.
  /// - Throws: ``ModuleProblem`` that names the folder at fault.
  static func check(_ path: String) throws(ModuleProblem) {
    var place = ""
    for name in path == "/" ? [""] : path.pathParts {
      place = place == "/" ? place + name : place + "/" + name
      guard let status = FileStatus(following: place) else {
        throw ModuleProblem("cannot be read: \(SystemError().reason)")
      }
      guard let fault = status.fault(isAbove: place != path) else { continue }
      throw ModuleProblem(
        place == path
          ? "\(fault.what); run '\(fault.remedy) \(path)'"
          : "is below \(place), which \(fault.what); run '\(fault.remedy) \(place)'"
            + " or move it elsewhere"
      )
    }
  }
}

/// Checks the file of a provider.
enum TrustedFile {
  /// - Throws: ``ModuleProblem`` if it is not a regular file, or may be changed by others.
  static func check(_ path: String) throws(ModuleProblem) {
    guard let status = FileStatus(following: path) else {
      throw ModuleProblem("cannot be read: \(SystemError().reason)")
    }
    guard status.isRegular else { throw ModuleProblem("is not a regular file") }
    try TrustedPath.check(path)
  }
}

extension FileStatus {
  /// Which other users may change the file, and the command that prevents it; nil if none.
  ///
  /// - Parameter isAbove: whether this is a folder above the path in question, where a sticky bit counts.
  fileprivate func fault(isAbove: Bool) -> (what: String, remedy: String)? {
    if owner != 0, owner != geteuid() {
      return ("belongs to another user (\(owner))", "chown \(geteuid())")
    }
    if isAbove, isDirectory, mode & S_ISVTX != 0 { return nil }
    if mode & S_IWOTH != 0 { return ("is writable by everybody", "chmod o-w") }
    if mode & S_IWGRP != 0, !Self.isOwnGroup(group) {
      return ("is writable by its group", "chmod g-w")
    }
    return nil
  }

  /// Whether a group belongs to the user alone, as Debian makes one for each user, who then has a
  /// umask of 002 (https://wiki.debian.org/UserPrivateGroups). Debian's sshd does the same.
  private static func isOwnGroup(_ id: gid_t) -> Bool {
    var (user, group) = (passwd(), Glibc.group())
    var userText = [CChar](repeating: 0, count: 16 << 10)
    var groupText = userText
    var foundUser: UnsafeMutablePointer<passwd>?
    var foundGroup: UnsafeMutablePointer<Glibc.group>?
    guard getpwuid_r(geteuid(), &user, &userText, userText.count, &foundUser) == 0,
      getgrgid_r(id, &group, &groupText, groupText.count, &foundGroup) == 0,
      foundUser != nil, foundGroup != nil, user.pw_gid == id,
      strcmp(user.pw_name, group.gr_name) == 0
    else { return false }
    var member = group.gr_mem
    while let name = member?.pointee {
      guard strcmp(name, user.pw_name) == 0 else { return false }
      member = member?.advanced(by: 1)
    }
    return true
  }
}

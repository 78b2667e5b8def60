import Glibc
import Locking
import MirrorCore
import SystemCalls

/// A folder of pages that this program makes, and of pictures for them. Only what changed is written, in one step for each page, and only
/// pages of this program are removed: what a kill leaves is completed by the next time. All methods block; any thread.
package final class PageFolder: Sendable {
  /// A folder that has it consists of pages: it is no part of a mirror, even within one.
  static let mark = ".photomirror-gallery"
  private static let scratch = ".photomirror-new-"
  private static let recordFile = ".photomirror-pages"

  private struct State {
    var folders: Set<String> = []
    /// The records of the time before.
    var before = PageRecords()
    /// This time's pages. A collision of their hashes keeps a page that should go.
    var records = PageRecords()
    var scratchFiles = 0
    /// The time of the records that were read last (st_ctime).
    var read: Int64 = 0
    var names = NameComparison.bytes
  }

  /// Without a slash at the end.
  package let path: String
  /// What every page begins with, within its first bytes.
  private let generator: [UInt8]
  private let isLinkAllowed: Bool
  /// Nil: no records are believed, and none are left.
  private let seal: PageSeal?
  private let state = Locked(State())

  /// - Parameters:
  ///   - isLinkAllowed: Whether the folder may be a link: the user names it, and not the mirror's directory.
  ///   - seal: Of the records of the time before; nil: all pages are compared, and all pictures are made again.
  package init(
    _ path: String, generator: [UInt8], isLinkAllowed: Bool, seal: PageSeal? = nil
  ) {
    self.path = isLinkAllowed ? MirrorDirectory(path).path : path
    (self.generator, self.isLinkAllowed, self.seal) = (generator, isLinkAllowed, seal)
  }

  /// Makes the folder.
  /// - Parameter mirror: Tells the mirror from others: its path, relative to the folder.
  /// - Throws: If it is not writable, or has files but was not made by this program, or shows another mirror.
  package func prepare(for mirror: @autoclosure () -> String) throws(MirrorError) {
    do throws(StorageError) {
      try DurableFile.makeDirectory(path, isLinkAllowed: isLinkAllowed)
      // Of the folder as it is now.
      let own = Array("\(mirror())\n".utf8)
      let mark = path + "/" + Self.mark
      let marked = Self.isMarked(path) ? try DurableFile.read(mark, limit: 16_384) : nil
      guard marked != nil || isEmpty else {
        throw StorageError(
          .directory("\(path) has files, and is not a gallery of photomirror"))
      }
      if marked != own {
        guard marked?.isEmpty ?? true else {
          let other = String(decoding: marked ?? [], as: UTF8.self).dropLast()
          throw StorageError(
            .directory("\(path) is the gallery of another mirror, \(path)/\(other)", .occupied))
        }
        try replace(own, at: mark, number: 0)
      }
    } catch {
      throw error.error
    }
    guard LinkFree.access(path, W_OK | X_OK) == 0 else {
      throw .file("write into", path, errno: errno)
    }
    for name in names where name.hasPrefix(Self.scratch) && !Self.isWritten(name) {
      LinkFree.unlink(path + "/" + name)
    }
    let records = recorded() ?? PageRecords()
    let names = NameComparison(in: path)
    state.withLock { ($0.before, $0.names) = (records, names) }
  }

  /// What the time before left; nil if it left nothing that this user's seal opens.
  private func recorded() -> PageRecords? {
    guard let seal,
      let bytes = try? DurableFile.read(path + "/" + Self.recordFile, limit: PageRecords.longest)
    else { return nil }
    return seal.opened(bytes, in: realPath).flatMap { PageRecords($0) }
  }

  /// Without links.
  private var realPath: String { LinkFree.real(path) ?? path }

  /// Whether a file is a page or a picture that this user's run wrote or confirmed, here or in another process.
  /// - Parameters:
  ///   - page: Relative to the folder.
  ///   - status: Of the open file.
  package func shows(_ page: String, _ status: FileStatus) -> Bool {
    let hash = key(page)
    let isShown = { (records: PageRecords) in
      records.pages[hash].map { Self.isCurrent(status, $0) } ?? false
    }
    if isShown(state.withLock(\.records)) { return true }
    // Another process may have written pages since.
    guard let file = FileStatus(linkFree: path + "/" + Self.recordFile),
      state.withLock({ state in
        let isNew = state.read != file.changedAtNanoseconds
        state.read = file.changedAtNanoseconds
        return isNew
      }), let records = recorded()
    else { return false }
    state.withLock { $0.records = records }
    return isShown(records)
  }

  /// A hash of the name of a file of the folder, as its file system compares names.
  func key(_ page: String) -> UInt64 { state.withLock(\.names).key(page) }

  /// Whether all pages are there as they were written, and were made of what this number stands for, and no more
  /// pictures and copies are recorded than were kept before.
  /// - Parameters:
  ///   - pages: Those at the top.
  ///   - folders: With all others.
  /// - Returns: How many; nil if that is not known, or if there are others.
  package func confirmAll(madeOf stamp: UInt64, _ pages: [String], in folders: [String]) -> Int? {
    let (before, kept) = state.withLock { ($0.before, $0.records.pages.count) }
    guard stamp != 0, before.stamp == stamp else { return nil }
    let directory = MirrorDirectory(path)
    var (rest, found) = (folders, pages)
    var count = 0
    while true {
      for page in found where Self.isPage(page) || page.folderPath == nil {
        guard let record = before.pages[key(page)] else {
          if isOwn(page) { return nil }
          continue
        }
        guard isThere(page, record) else { return nil }
        count += 1
      }
      guard let folder = rest.popLast() else { break }
      let entries = directory.entries(of: folder)
      rest += entries.folders
      found = entries.files
    }
    guard count + kept == before.pages.count else { return nil }
    state.withLock { $0.records = $0.before }
    return count
  }

  /// Keeps a page that is there as it was written, and was made of what this number stands for.
  /// - Returns: False if that is not known.
  package func keeps(_ page: String, madeOf key: UInt64) -> Bool {
    let hash = self.key(page)
    guard key != 0, let record = state.withLock({ $0.before.pages[hash] }), record.key == key,
      isThere(page, record)
    else { return false }
    state.withLock { $0.records.pages[hash] = record }
    return true
  }

  /// Remembers a file that another writer put into the folder.
  func note(_ page: String, madeOf key: UInt64) {
    guard let status = FileStatus(linkFree: path + "/" + page) else { return }
    let record = PageRecords.Record(
      key: key, size: status.size, modifiedAt: status.modifiedAtNanoseconds)
    remember(record, of: page)
  }

  /// Remembers a file on, whatever it was made of.
  func remember(_ page: String) {
    let hash = self.key(page)
    state.withLock { state in
      if let record = state.before.pages[hash] { state.records.pages[hash] = record }
    }
  }

  private func remember(_ record: PageRecords.Record, of page: String) {
    let hash = key(page)
    state.withLock { $0.records.pages[hash] = record }
  }

  /// Remembers that a picture cannot be made.
  package func noteFailure(of page: String, madeOf key: UInt64) {
    let record = PageRecords.Record(key: key, size: -1, modifiedAt: 0)
    remember(record, of: page)
  }

  /// Whether a picture could not be made of what this number stands for, which is remembered on.
  package func hasFailed(_ page: String, madeOf key: UInt64) -> Bool {
    let hash = self.key(page)
    let record = state.withLock { $0.before.pages[hash] }
    guard let record, record.key == key, record.size < 0 else { return false }
    noteFailure(of: page, madeOf: key)
    return true
  }

  private func isThere(_ page: String, _ record: PageRecords.Record) -> Bool {
    FileStatus(linkFree: path + "/" + page).map { Self.isCurrent($0, record) } ?? false
  }

  private static func isCurrent(_ status: FileStatus, _ record: PageRecords.Record) -> Bool {
    status.isRegular && status.size == record.size
      && status.modifiedAtNanoseconds == record.modifiedAt
  }

  /// Remembers the pages for the next time.
  /// - Parameter stamp: Stands for all that they were made of; nil if more are to be written: those of the time before
  ///   are remembered too.
  package func remember(madeOf stamp: UInt64?) throws(MirrorError) {
    guard let seal else {
      LinkFree.unlink(path + "/" + Self.recordFile)
      return
    }
    let records = state.withLock { state in
      var records = state.records
      if let stamp {
        // They are of no use any more.
        state.before = PageRecords()
        records.stamp = stamp
      } else {
        records.pages.merge(state.before.pages) { new, _ in new }
      }
      return records
    }
    do throws(StorageError) {
      try replace(
        seal.sealed(records.bytes, in: realPath), at: path + "/" + Self.recordFile, number: 0)
    } catch {
      throw error.error
    }
  }

  /// Removes the files that are for the next time only: the folder is no gallery of this program any more.
  package func forget() {
    for name in [Self.recordFile, Self.mark] { LinkFree.unlink(path + "/" + name) }
  }

  /// Whether a folder consists of pages.
  package static func isMarked(_ folder: String) -> Bool {
    FileStatus(linkFree: folder + "/" + mark)?.isRegular ?? false
  }

  /// Writes a page unless it is there with the same bytes.
  /// - Parameters:
  ///   - page: Relative to the folder; names that this program chose.
  ///   - key: Stands for all that it is made of; 0 if that is not known.
  ///   - isPrivate: Whether other users of the machine may not read it.
  /// - Returns: Whether it was written.
  package func write(
    _ bytes: [UInt8], to page: String, madeOf key: UInt64 = 0, isPrivate: Bool = false
  ) throws(MirrorError) -> Bool {
    let parent = page.folderPath.map(String.init)
    let (isNew, number) = state.withLock { state in
      state.scratchFiles += 1
      return (parent.map { !state.folders.contains($0) } ?? false, state.scratchFiles)
    }
    let place = path + "/" + page
    do throws(StorageError) {
      if isNew, let parent {
        try DurableFile.makeDirectory(path + "/" + parent)
        state.withLock { _ = $0.folders.insert(parent) }
      }
      let isWritten = !isCurrent(place, bytes)
      if isWritten { try replace(bytes, at: place, number: number, isPrivate: isPrivate) }
      let record = PageRecords.Record(
        key: key, size: Int64(bytes.count),
        modifiedAt: FileStatus(linkFree: place)?.modifiedAtNanoseconds ?? 0)
      remember(record, of: page)
      return isWritten
    } catch {
      throw error.error
    }
  }

  private func replace(
    _ bytes: [UInt8], at place: String, number: Int, isPrivate: Bool = false
  ) throws(StorageError) {
    let scratch = "\(path)/\(Self.scratch)\(getpid())-\(number)"
    LinkFree.unlink(scratch)
    do throws(StorageError) {
      try DurableFile.append(bytes, to: scratch, mode: DurableFile.mode(isPrivate: isPrivate))
      try DurableFile.replace(scratch, to: place)
    } catch {
      LinkFree.unlink(scratch)
      throw error
    }
  }

  /// Whether the process that made a scratch file is running.
  private static func isWritten(_ name: String) -> Bool {
    let number = name.dropFirst(scratch.count).prefix { $0 != "-" }
    guard let process = pid_t(number), process > 0, process != getpid() else { return false }
    return kill(process, 0) == 0 || errno != ESRCH
  }

  private func isCurrent(_ place: String, _ bytes: [UInt8]) -> Bool {
    guard DurableFile.size(of: place) == Int64(bytes.count) else { return false }
    return (try? DurableFile.read(place, limit: bytes.count)) == bytes
  }

  /// Removes this program's pages in these folders that were not written or confirmed this time.
  /// - Returns: How many.
  package func removeOthers(in folders: [String]) -> Int {
    removeOthers(in: folders) { Self.isPage($0) && isOwn($0) }
  }

  /// Removes the files with names of this program's pictures, likewise: numbers, not what people name a file.
  package func removeOtherPictures(in folder: String) {
    _ = removeOthers(in: [folder]) { file in
      let name = file.fileName
      return name.hasSuffix(".jpg") && name.dropLast(4).allSatisfy { "0123456789-".contains($0) }
    }
  }

  private func removeOthers(in folders: [String], where isOwn: (String) -> Bool) -> Int {
    let directory = MirrorDirectory(path)
    let kept = state.withLock(\.records.pages)
    var (rest, removed) = (folders, 0)
    while let folder = rest.popLast() {
      let entries = directory.entries(of: folder)
      rest += entries.folders
      for file in entries.files where kept[key(file)] == nil && isOwn(file) {
        if LinkFree.unlink(directory.file(file)) == 0 { removed += 1 }
      }
      // Only if nothing is left in it.
      LinkFree.rmdir(directory.file(folder))
    }
    return removed
  }

  private static func isPage(_ file: String) -> Bool {
    file.hasSuffix(".html") || file.hasSuffix(".js")
  }

  /// Whether this program made a page.
  private func isOwn(_ page: String) -> Bool {
    DurableFile.read(path + "/" + page, first: 512).firstRange(of: generator) != nil
  }

  private var isEmpty: Bool { names.allSatisfy { $0.hasPrefix(Self.scratch) } }

  private var names: [String] { LinkFree.names(in: path) ?? [] }
}

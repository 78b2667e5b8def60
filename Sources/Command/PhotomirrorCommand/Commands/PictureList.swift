import Foundation
import SystemCalls
import Threads

/// The files that operands name: files as they are, the files within folders, and those of a list on standard input.
struct PictureList {
  /// Files, folders, and `-`.
  let operands: [String]

  /// Above any list that fits into memory.
  private static let mostPaths = 10_000_000
  private static let mostBytes = 1 << 30

  /// Reads folders and standard input on a thread of its own.
  /// - Throws: ``UsageError`` if there are too many files, or none.
  func paths() async throws -> [String] {
    let pool = ThreadPool(name: "list", width: 1)
    let result = await pool.run { [self] in Result { () throws(UsageError) in try read() } }
    await pool.shutdown()
    let paths = try result.get()
    guard !paths.isEmpty else { throw UsageError("there is no file to check") }
    return paths
  }

  private func read() throws(UsageError) -> [String] {
    var paths: [String] = []
    for operand in operands {
      let isFolder = operand != "-" && FileStatus(following: operand)?.isDirectory == true
      paths += operand == "-" ? try Self.list() : isFolder ? Self.files(in: operand) : [operand]
      guard paths.count <= Self.mostPaths else {
        throw UsageError("these are more than \(Self.mostPaths) files")
      }
    }
    return paths
  }

  /// A path on each line; or, as `find -print0` writes them, with a zero byte after each.
  private static func list() throws(UsageError) -> [String] {
    let bytes: Data
    do {
      bytes = try FileHandle.standardInput.read(upToCount: mostBytes + 1) ?? Data()
    } catch {
      throw UsageError("the list on standard input cannot be read: \(error.systemReason)")
    }
    guard bytes.count <= mostBytes else {
      throw UsageError("the list on standard input is longer than 1 GiB")
    }
    let separator: UInt8 = bytes.contains(0) ? 0 : 0x0A
    return bytes.split(separator: separator).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The files of a folder and the folders within, sorted; without hidden ones, sidecars and links. A folder that cannot be
  /// read is in the list itself, so that its check fails.
  private static func files(in folder: String) -> [String] {
    // Foundation's enumerator drops the folder's path from all of a name: /photos/a/photos/b becomes ab.
    var (paths, folders) = ([String](), [folder])
    while let folder = folders.popLast(), paths.count <= mostPaths {
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
        paths.append(folder)
        continue
      }
      for name in names where !name.isHiddenName {
        let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
        let status = FileStatus(of: path)
        if status?.isDirectory == true { folders.append(path) }
        guard ![".xmp", ".json"].contains(where: name.hasSuffix) else { continue }
        if status?.isRegular == true { paths.append(path) }
      }
    }
    return paths.sorted()
  }
}

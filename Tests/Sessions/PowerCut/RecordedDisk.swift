import Foundation

/// What a process did to the files below one folder, as a disk sees it: changes in their order, and syncs.
struct RecordedDisk {
  /// A file or a folder; 0 is the folder that was recorded.
  typealias Node = Int

  enum Change {
    case write(Node, at: Int, [UInt8])
    case resize(Node, to: Int)
    /// A name for a new file or folder, or a second name.
    case add(Node, name: String, in: Node)
    case remove(name: String, in: Node)
    /// One step: the file has the old name or the new one.
    case rename(Node, from: String, of: Node, to: String, in: Node)
    /// The changes of the node that ended before `began` are on the disk: the bytes of a file, or the names of a
    /// folder. Changes are not in the order of their ends: see ``SystemCallLog/Call/order``.
    case sync(Node, began: Double)
  }

  /// A call that this model does not know.
  struct Unknown: Error {
    let call: SystemCallLog.Call
  }

  private(set) var changes: [Change] = []
  /// When each change ended, seconds since 1970.
  private(set) var ends: [Double] = []
  private(set) var folders: Set<Node> = [0]

  private struct Handle {
    let node: Node
    let path: String
    var offset = 0
    let appends: Bool
  }

  private let root: String
  private var names: [Node: [String: Node]] = [0: [:]]
  private var sizes: [Node: Int] = [:]
  private var handles: [Int: Handle] = [:]
  /// How many calls of close(2) are still to come that freed a number before it was given again: strace notes the begin of
  /// a call before it has printed it, so that the calls of two threads may change places.
  private var lateCloses: [Int: Int] = [:]
  private var last: Node = 0

  /// - Parameter root: The path of the folder, which was empty at the start.
  init(_ log: SystemCallLog, root: String) throws {
    self.root = root
    for call in log.calls { try take(call) }
  }

  private mutating func take(_ call: SystemCallLog.Call) throws {
    let handle = handles[call.number(0)]
    switch call.name {
    case "openat", "openat2": try open(call)
    case "close": close(call.number(0))
    case "fcntl" where call.has("F_DUPFD"): handles[call.result] = handle
    case "dup", "dup2", "dup3": handles[call.result] = handle
    case "lseek": handles[call.number(0)]?.offset = call.result
    case "write" where handle != nil:
      guard let handle else { return }
      let place = handle.appends ? sizes[handle.node] ?? 0 : handle.offset
      write(handle.node, Array(call.bytes(1).prefix(call.result)), at: place, call)
      handles[call.number(0)]?.offset = place + call.result
    case "pwrite64":
      guard let handle else { return }
      write(handle.node, Array(call.bytes(1).prefix(call.result)), at: call.number(3), call)
    case "ftruncate": if let handle { resize(handle.node, to: call.number(1), call) }
    case "fallocate":
      guard let handle else { return }
      let end = call.number(2) + call.number(3)
      if end > sizes[handle.node] ?? 0, !call.has("KEEP_SIZE") {
        resize(handle.node, to: end, call)
      }
    case "fsync", "fdatasync":
      guard let handle else { return }
      note(.sync(handle.node, began: call.began), call)
    case "syncfs":
      for node in 0...last { note(.sync(node, began: call.began), call) }
    case "mkdir": try add(folder: call.text(0), call)
    case "mkdirat": try add(folder: path(call, 0), call)
    case "unlink", "rmdir": try remove(call.text(0), call)
    case "unlinkat": try remove(path(call, 0), call)
    case "link": try add(link: call.text(0), as: call.text(1), call)
    case "linkat": try add(link: path(call, 0), as: path(call, 2), call)
    case "rename": try move(call.text(0), to: call.text(1), call)
    case "renameat", "renameat2":
      if call.has("RENAME_EXCHANGE") { throw Unknown(call: call) }
      try move(path(call, 0), to: path(call, 2), call)
    case "execve", "clone", "clone3", "fcntl", "write": break
    default:
      // Calls with a descriptor or a path outside concern other files.
      let paths = call.arguments.indices.map { call.text($0) }
      if handle != nil || paths.contains(where: { $0.hasPrefix(root) }) {
        throw Unknown(call: call)
      }
    }
  }

  /// The path of the arguments `index`, a folder's descriptor, and `index + 1`. One relative to another folder than a
  /// recorded one is outside.
  private func path(_ call: SystemCallLog.Call, _ index: Int) -> String {
    let path = call.text(index + 1)
    guard !path.hasPrefix("/"), let folder = handles[call.number(index)] else { return path }
    return "\(folder.path)/\(path)"
  }

  private mutating func note(_ change: Change, _ call: SystemCallLog.Call) {
    changes.append(change)
    ends.append(call.ended)
  }

  /// The folder and the name of a path below the root; nil for others.
  /// - Throws: If the folder is unknown: the order of the calls is wrong.
  private func find(_ path: String, _ call: SystemCallLog.Call) throws -> (
    folder: Node, name: String
  )? {
    guard path == root || path.hasPrefix(root + "/") else { return nil }
    var folder = 0
    let parts = path.dropFirst(root.count).split(separator: "/").map(String.init)
    for part in parts.dropLast() {
      guard let next = names[folder]?[part] else { throw Unknown(call: call) }
      folder = next
    }
    return (folder, parts.last ?? "")
  }

  private func node(_ path: String, _ call: SystemCallLog.Call) throws -> Node? {
    guard let place = try find(path, call) else { return nil }
    return place.name.isEmpty ? place.folder : names[place.folder]?[place.name]
  }

  private mutating func close(_ number: Int) {
    let late = lateCloses[number, default: 0]
    if late > 0 { lateCloses[number] = late - 1 } else { handles[number] = nil }
  }

  private mutating func open(_ call: SystemCallLog.Call) throws {
    let path = path(call, 0)
    if handles.removeValue(forKey: call.result) != nil {
      lateCloses[call.result, default: 0] += 1
    }
    guard let place = try find(path, call) else { return }
    let isNew = try node(path, call) == nil
    if isNew {
      guard call.has("O_CREAT") else { throw Unknown(call: call) }
      last += 1
      add(last, at: place, call)
    }
    guard let node = try node(path, call) else { return }
    if call.has("O_TRUNC"), !isNew { resize(node, to: 0, call) }
    handles[call.result] = Handle(node: node, path: path, appends: call.has("O_APPEND"))
  }

  private mutating func add(
    _ node: Node, at place: (folder: Node, name: String), _ call: SystemCallLog.Call
  ) {
    names[place.folder, default: [:]][place.name] = node
    note(.add(node, name: place.name, in: place.folder), call)
  }

  private mutating func add(folder path: String, _ call: SystemCallLog.Call) throws {
    guard let place = try find(path, call), !place.name.isEmpty else { return }
    last += 1
    folders.insert(last)
    names[last] = [:]
    add(last, at: place, call)
  }

  private mutating func add(link old: String, as new: String, _ call: SystemCallLog.Call) throws {
    guard let node = try node(old, call), let place = try find(new, call) else { return }
    add(node, at: place, call)
  }

  private mutating func remove(_ path: String, _ call: SystemCallLog.Call) throws {
    guard let place = try find(path, call),
      names[place.folder]?.removeValue(forKey: place.name) != nil
    else { return }
    note(.remove(name: place.name, in: place.folder), call)
  }

  private mutating func move(_ old: String, to new: String, _ call: SystemCallLog.Call) throws {
    guard let from = try find(old, call), let to = try find(new, call) else { return }
    guard let node = names[from.folder]?.removeValue(forKey: from.name) else {
      throw Unknown(call: call)
    }
    names[to.folder, default: [:]][to.name] = node
    note(.rename(node, from: from.name, of: from.folder, to: to.name, in: to.folder), call)
  }

  private mutating func write(
    _ node: Node, _ bytes: [UInt8], at place: Int, _ call: SystemCallLog.Call
  ) {
    sizes[node] = max(sizes[node] ?? 0, place + bytes.count)
    note(.write(node, at: place, bytes), call)
  }

  private mutating func resize(_ node: Node, to size: Int, _ call: SystemCallLog.Call) {
    sizes[node] = size
    note(.resize(node, to: size), call)
  }
}

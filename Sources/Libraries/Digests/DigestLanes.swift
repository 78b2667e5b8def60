import CSHA256
import Foundation
import SystemCalls

/// The SHA-256 of several files at once, each in a lane of the processor's vectors.
///
/// OpenSSL digests one file after another: 0.39 GB/s on a processor without instructions for SHA-256, where lanes
/// reach 1.2 (AVX2) to 1.9 GB/s (AVX-512).
struct DigestLanes: ~Copyable {
  /// The file whose blocks a lane reads.
  private struct Lane {
    let file: Int
    let descriptor: Int32
    let bytes: UnsafeMutablePointer<UInt8>
    var place = 0
    var blocks = 0
    var length: UInt64 = 0
    var isRead = false
  }

  /// Bytes of a file that are read at once.
  private static let step = 16 << 10
  /// With the padding of a message (FIPS 180-4, 5.1.1), which is at most two blocks.
  private static let room = step + 2 * Int(SHA256_BLOCK)
  private static let block = Int(SHA256_BLOCK)
  private static let count = Int(SHA256_LANES)

  private let paths: [String]
  private let way: sha256_way
  private let buffer: UnsafeMutablePointer<UInt8>
  private var values = sha256_lanes()
  private var lanes = [Lane?](repeating: nil, count: DigestLanes.count)
  private var results: [Result<String, DigestError>?]
  private var next = 0

  /// - Parameter way: The instructions, which the processor must have.
  init(paths: [String], by way: sha256_way) {
    (self.paths, self.way) = (paths, way)
    results = Array(repeating: nil, count: paths.count)
    buffer = .allocate(capacity: Self.count * Self.room)
  }

  deinit {
    for lane in lanes { if let lane { close(lane.descriptor) } }
    buffer.deallocate()
  }

  /// The fastest instructions of this processor.
  static let fastest =
    [SHA256_AVX512, SHA256_AVX2].first { sha256_has($0) != 0 } ?? SHA256_PORTABLE

  /// - Returns: The result for each path, in order.
  consuming func digest() -> [Result<String, DigestError>] {
    repeat { fill() } while add()
    return results.compactMap(\.self)
  }

  /// Gives each lane that needs them bytes of its file, or another file.
  private mutating func fill() {
    for index in lanes.indices {
      while lanes[index]?.blocks ?? 0 == 0 {
        if lanes[index] == nil, !begin(index) { break }
        do throws(DigestError) { try read(index) } catch { end(index, .failure(error)) }
      }
    }
  }

  /// Opens the next file in a lane.
  /// - Returns: False if no file is left.
  private mutating func begin(_ index: Int) -> Bool {
    while next < paths.count {
      defer { next += 1 }
      // Neither a link nor a pipe that took the file's name since it was looked at.
      let descriptor = LinkFree.open(paths[next], O_RDONLY | O_NONBLOCK)
      guard descriptor >= 0 else {
        results[next] = .failure(DigestError(errno, "cannot open \(paths[next])"))
        continue
      }
      let status = FileStatus(of: descriptor)
      guard status?.isRegular == true else {
        close(descriptor)
        let code = status?.isDirectory == true ? EISDIR : EINVAL
        results[next] = .failure(DigestError(code, "cannot read \(paths[next])"))
        continue
      }
      lanes[index] = Lane(file: next, descriptor: descriptor, bytes: buffer + index * Self.room)
      sha256_begin(&values, index)
      return true
    }
    return false
  }

  /// Reads a lane's next blocks, with the padding after the last; or takes its digest if all are added.
  private mutating func read(_ index: Int) throws(DigestError) {
    guard var lane = lanes[index] else { return }
    guard !lane.isRead else {
      let digest = [UInt8](unsafeUninitializedCapacity: Int(SHA256_SIZE)) {
        sha256_end(&values, index, $0.baseAddress)
        $1 = $0.count
      }
      return end(index, .success(digest.hexadecimal))
    }
    var filled = 0
    while filled < Self.step {
      let count = pread(
        lane.descriptor, lane.bytes + filled, Self.step - filled, off_t(lane.length))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw DigestError(errno, "cannot read \(paths[lane.file])") }
      lane.isRead = count == 0
      if lane.isRead { break }
      filled += count
      lane.length += UInt64(count)
    }
    if lane.isRead { filled = pad(lane, filled) }
    (lane.place, lane.blocks) = (0, filled / Self.block)
    lanes[index] = lane
  }

  /// FIPS 180-4, 5.1.1: a set bit, zeros, and the length in bits.
  private func pad(_ lane: Lane, _ filled: Int) -> Int {
    let end = (filled + 1 + 8 + Self.block - 1) / Self.block * Self.block
    lane.bytes[filled] = 0x80
    for place in filled + 1..<end - 8 { lane.bytes[place] = 0 }
    let bits = lane.length << 3
    for byte in 0..<8 { lane.bytes[end - 1 - byte] = UInt8(truncatingIfNeeded: bits >> (8 * byte)) }
    return end
  }

  private mutating func end(_ index: Int, _ result: Result<String, DigestError>) {
    guard let lane = lanes[index] else { return }
    close(lane.descriptor)
    results[lane.file] = result
    lanes[index] = nil
  }

  /// Adds as many blocks as all lanes have.
  /// - Returns: False if no lane has a file.
  private mutating func add() -> Bool {
    let active = lanes.compactMap(\.self)
    guard let blocks = active.map(\.blocks).min() else { return false }
    // A lane without a file repeats another one's blocks, which are valid memory.
    let places = lanes.map { lane in
      UnsafePointer((lane ?? active[0]).bytes + (lane ?? active[0]).place) as UnsafePointer<UInt8>?
    }
    sha256_add(&values, way, places, blocks)
    for index in lanes.indices {
      lanes[index]?.place += blocks * Self.block
      lanes[index]?.blocks -= blocks
    }
    return true
  }
}

extension FileDigest {
  /// How many files this processor digests at the same time faster than one after another; 1: it does not.
  package static let atOnce = sha256_lanes_are_faster() != 0 ? Int(SHA256_LANES) : 1

  /// The SHA-256 of several files, as lower-case hexadecimal, in order. Blocks. Those of files that are not very
  /// large are computed at the same time, if this processor does that faster.
  package static func sha256(ofFilesAt paths: [String]) -> [Result<String, DigestError>] {
    let together = atOnce > 1 ? paths.indices.filter { isSmall(paths[$0]) } : []
    var results = [Result<String, DigestError>?](repeating: nil, count: paths.count)
    if together.count > 1 {
      let lanes = DigestLanes(paths: together.map { paths[$0] }, by: DigestLanes.fastest)
      for (index, result) in zip(together, lanes.digest()) { results[index] = result }
    }
    return zip(paths, results).map { path, result in
      result ?? Result { () throws(DigestError) in try hex(.sha256, ofFileAt: path) }
    }
  }

  /// A lane whose file outlasts the others takes twice the time of OpenSSL.
  private static func isSmall(_ path: String) -> Bool {
    (FileStatus(linkFree: path)?.size ?? 0) <= 64 << 20
  }
}

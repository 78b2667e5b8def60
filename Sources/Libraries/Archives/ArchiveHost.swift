import CArchive
import Sandbox

/// The work of a process that reads one archive: it has the file's descriptor, and can only compute.
package enum ArchiveHost {
  /// The work of the program of the processes, until the process that started it ends.
  package static func serve() -> Never {
    // A helper could not: its filter denies to open a file.
    let fault = zip_load().map { String(cString: $0) }
    HelperServer(filter: .reading) { channel in
      guard let first = try? channel.receiveWithDescriptor(atMost: ArchiveRequest.mostBytes),
        first.descriptor >= 0
      else { return }
      let reader = fault == nil ? zip_open(first.descriptor) : nil
      let failure = reader.map { zip_error($0).map { String(cString: $0) } } ?? fault ?? "no memory"
      let opened = failure.map { ArchiveAnswer.failed($0) } ?? .done
      guard (try? channel.send(opened.encode())) != nil, failure == nil, let reader else { return }
      while let message = try? channel.receive(atMost: ArchiveRequest.mostBytes),
        let request = try? ArchiveRequest(message)
      {
        guard (try? channel.send(answer(to: request, reader).encode())) != nil else { return }
      }
    }.run()
  }

  private static func answer(to request: ArchiveRequest, _ reader: OpaquePointer) -> ArchiveAnswer {
    switch request {
    case .open: return .failed("it is open")
    case .next:
      var entry = zip_entry()
      switch zip_next(reader, &entry) {
      case 0: return .done
      case 1:
        return .entry(
          ZipReader.Entry(
            name: entry.name.map { String(cString: $0) } ?? "",
            size: entry.size < 0 ? nil : entry.size, isFile: entry.is_file,
            isEncrypted: entry.is_encrypted))
      default: return failure(of: reader)
      }
    case .read(let count):
      var isDamaged = false
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        let result = zip_read(reader, buffer.baseAddress, count)
        (isDamaged, filled) = (result < 0, max(0, result))
      }
      return isDamaged ? failure(of: reader) : .bytes(bytes)
    }
  }

  private static func failure(of reader: OpaquePointer) -> ArchiveAnswer {
    .failed(zip_error(reader).map { String(cString: $0) } ?? "")
  }
}

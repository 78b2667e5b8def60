import Glibc
import MirrorCore

extension MirrorError {
  /// The error as it is written to standard error.
  package var report: Message { Message(.error, message, hints: hint.map { [$0] } ?? []) }

  /// What the user can do about it; nil if nothing is known to help.
  package var hint: String? {
    switch self {
    case .source(_, let problem): problem.hint
    case .directory(_, let problem): problem.hint
    }
  }
}

extension SourceProblem {
  fileprivate var hint: String? {
    switch self {
    case .certificate: "use --ca-file to trust your own certificate authority"
    case .proxy: "http_proxy, https_proxy and all_proxy take http://USER:PASSWORD@HOST:PORT"
    case .setting(nil): "'photomirror providers' shows the settings"
    case .setting(let hint): hint
    case .provider(let hint, _): hint
    case .passing, .hostBusy, .other: nil
    }
  }
}

extension DirectoryProblem {
  fileprivate var hint: String? {
    switch self {
    case .damagedCatalog:
      "run 'photomirror recover DIRECTORY': it takes the newest good snapshot, and no file is fetched again"
    case .noCatalog:
      "check the address; the first 'photomirror work' or 'sync' with it makes a catalog"
    case .noSnapshot(let path):
      "'photomirror adopt SOURCE \(path)' records the photos by their sidecars and names"
    case .foreignCatalog: "mirror into another directory"
    case .linkedFile:
      "if it was copied with links (cp -al), replace it by a real copy; if somebody else prepared "
        + "the directory, do not trust it"
    case .otherVersion: "use the photomirror version that wrote it, or a newer one"
    case .outdatedCatalog: "run 'photomirror sync' into the directory once to update it"
    case .unreachableCatalog:
      "check that the database server runs and can be reached, then run the command again"
    case .catalogAccess:
      "libpq takes the password from ~/.pgpass, PGPASSFILE, PGPASSWORD or a service file, and certificate "
        + "authorities from PGSSLROOTCERT"
    case .otherCatalog:
      "if you trust that server, give its address with --catalog or PHOTOMIRROR_CATALOG"
    case .ownCatalog:
      "leave out --catalog and PHOTOMIRROR_CATALOG, or mirror into another directory"
    case .unfinishedCatalog:
      "run the same 'photomirror catalog copy' again; to give it up, remove the copy"
    case .movedCatalog:
      "use the copy; 'photomirror catalog use ADDRESS' lets this one be used again, if nobody uses the copy"
    case .busyCatalog: "wait for the other process, then run the command again"
    case .locked: "wait for it to finish, or stop it; either run can be resumed"
    case .occupied: "move it away"
    case .link: "replace the link by the directory itself"
    case .noLinks: "use --albums lists, which needs no links"
    case .lowSpace: "free some space, or lower --min-free; \(Self.resume)"
    case .store: Self.resume
    case .storeCredentials:
      "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, the same with _FILE for files that hold them, "
        + "or AWS_PROFILE for a profile in ~/.aws/credentials"
    case .storePassword:
      "name the user in the address or in PHOTOMIRROR_WEBDAV_USER, and set PHOTOMIRROR_WEBDAV_PASSWORD, or "
        + "PHOTOMIRROR_WEBDAV_PASSWORD_FILE for a file that holds it"
    case .clearText(let host):
      "use webdavs://; --webdav-clear-text \(ShellWord.quoted(host)) accepts that others can read it"
    case .unknownStore(let store):
      "if you trust that store, give it once with \(Self.options(naming: store))"
    case .otherStore: "leave out --store, or mirror into another directory"
    case .otherMirror:
      "check the place, what is mounted there, and --catalog; 'photomirror status' shows what the catalog has"
    case .filesGone:
      "check that it is the right place, and mounted; if you removed the files, --accept-losses fetches their "
        + "photos again; nothing was changed"
    case .catalogGone:
      "run 'photomirror recover DIRECTORY': it takes the newest good snapshot; 'sync --accept-losses' begins a new "
        + "catalog, and fetches again what was forgotten; nothing was changed"
    case .localFiles: "leave out --photos-url"
    case .remoteStore: "run it over a mirror whose photos are in its directory"
    case .notACopy: "copy into a new directory; nothing was changed in this one"
    case .notAMirror(let path): "'photomirror sync SOURCE \(path)' creates one"
    case .system(let code): Self.hint(errno: code)
    case .other: nil
    }
  }

  /// The words of a command line. The store may come from somebody else's catalog.
  private static func options(naming store: StoreLocation) -> String {
    let settings = store.settings.sorted { $0.key < $1.key }.map {
      (store.optionPrefix + $0.key, $0.value)
    }
    let words = ([("store", store.name)] + settings).map { name, value in
      "--\(name) \(ShellWord.quoted(value))"
    }
    return words.joined(separator: " ")
  }

  private static let resume = "run the same command again to resume"

  private static func hint(errno code: Int32) -> String? {
    switch code {
    case ENOSPC, EDQUOT: "free some space; \(resume)"
    case EFBIG: "allow larger files (ulimit -f); \(resume)"
    case EMFILE, ENFILE: "lower --jobs, or allow more open files (ulimit -n)"
    case ENAMETOOLONG:
      "the file system takes no name of this length, as folders that encrypt names; name photos shorter (--name), or "
        + "choose another directory"
    case EXDEV: "make .photomirror and all folders in it part of the mirror's own file system"
    // A file that cannot be read, or a folder that cannot be written to.
    case EACCES, EPERM: "check who owns the directory and its files, or choose another directory"
    case EROFS: "choose a directory that you can write to"
    default: nil
    }
  }
}

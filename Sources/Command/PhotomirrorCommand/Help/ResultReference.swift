/// The JSON output of the commands, besides progress.
enum ResultReference {
  /// The members that --json=FIELD,… can choose, in the order of ``text``.
  static let fields: [CommandName: [String]] = [
    .list: [
      "id", "owner", "owner_name", "title", "taken_at", "uploaded_at", "page_url", "license",
      "tags", "sizes", "source", "kind", "photos",
    ],
    .status: [
      "directory", "sources", "failures", "unavailable", "parts", "part_bytes", "set_aside",
      "checks", "writer", "seccomp", "landlock",
    ],
    .report: [
      "directory", "mirrored", "bytes", "last_run_at", "since", "until", "sources", "waiting",
      "set_aside", "checks", "new", "updated", "lost", "failed", "unavailable", "replaced", "gone",
      "left", "advice",
    ],
    .verify: [
      "finding", "path", "reason", "id", "other", "ending", "checked", "total", "bytes", "missing",
      "changed", "edited", "rotten", "swapped", "damaged", "unreadable", "incomplete", "extra",
      "checks", "there", "same", "only_here", "only_there",
    ],
  ]

  static let text = """
    Other commands write their results as JSON objects, a line each; status and
    report have one for each directory. list, status, report and verify write
    only some members with --json=FIELD,… as in --json=id,title.
    Unknown values are null. Times are ISO 8601: in UTC with a Z, or without a zone
    if the site does not know it (taken_at).

    command      keys
    list         id, owner, owner_name, title, taken_at (as much as is known:
                 1905-06, 1905, or 1905~ for about 1905), uploaded_at, page_url,
                 license, tags, sizes (of each: label, width, height, url); with
                 --sources: source, kind, photos, title
    status       directory, sources (of each: source, mirrored, waiting, failed,
                 unavailable, lost (mirrored once, without a file now; also
                 counted as waiting, failed or unavailable), replaced (another
                 picture at the site since), unproven (kept without a decode, or
                 recorded without a digest of what was mirrored),
                 details_pending (photos whose details --with asked for),
                 bytes, sizes (of each:
                 size_reason, photos), is_interrupted (the listing is
                 incomplete), is_complete, finished_at), failures (of each:
                 reason, photos, ids (ten at most)), unavailable (what the site
                 refused in more than one run; the same keys, and since), parts,
                 part_bytes, set_aside, checks (of verify: photos, checked,
                 checked_30_days, oldest_at, problems, rotten (these are at
                 their last check), cycle_days (in which all files are read)),
                 writer (the process that is writing), seccomp, landlock
                 (whether the kernel has it; its version)
    report       directory, mirrored, bytes, last_run_at, since, until, sources (in
                 that period, of each: source, stored, bytes, listings,
                 complete_listings), waiting, set_aside, checks (photos,
                 checked, checked_30_days, oldest_at, problems, rotten,
                 cycle_days), and of each kind count and photos (of each: id,
                 title, owner_name, page_url, reason, since, path): new, updated
                 (with a new picture since the last run began), lost (mirrored
                 once, without a file now), failed, unavailable, replaced, gone,
                 left (to the trash, or deleted);
                 advice (what to do, a sentence each)
    verify       finding (same, missing, incomplete (its sidecar or thumbnail
                 is missing or damaged), extra, renamed, changed, rotten, swapped,
                 damaged, unreadable), path (in the directory), reason; and
                 last the summary: ending (finished, interrupted), checked
                 (files read or missing), total, bytes (of these), missing,
                 changed (of these: edited, rotten, swapped, damaged),
                 unreadable, incomplete, extra, checks (of these photos, checked,
                 checked_30_days, oldest_at, problems, rotten, cycle_days);
                 with --against: finding (same, only_here, only_there, changed),
                 path, other (the path there), and last checked, there (photos),
                 same, only_here, only_there, changed
    adopt        finding (adopted, refused, extra), path (in the directory), id
                 (of the adopted photo), reason; and last the summary: adopted,
                 known, refused, extra, listed (photos of the feed), missing
                 (of these, without a file)
    trash        path (where the file was), place (where it is), site, id, cause
                 (gone, forgotten, replaced), reason, trashed, bytes; with
                 --set-aside: path, place, cause (set_aside), trashed, bytes
    --report     program, runs (of each: name (in the configuration), source,
                 directory, started_at, ended_at, ending (as of finished in
                 progress, or not_begun), exit_status, reason, the counts of
                 finished, fetched_bytes, listing_complete, checks (as of
                 status), failures (of each: reason, photos, examples))
    export       id, site, path (in the directory), title, description, owner,
                 owner_name, taken_at, uploaded_at, tags, license, license_url,
                 page_url, latitude, longitude, width, height (pixels), format,
                 bytes, sha256, stored_at, private, albums (of each: id, title,
                 position), and what --with requested: info (views, comments,
                 rotation, safety, may_download, owner_real_name,
                 owner_location, tags, license (name, url), width, height),
                 comments (of each: id, author, author_name, posted_at, text,
                 page_url), exif (of each: group, tag, label, value, text),
                 people (of each: id, name, real_name, box (x, y, width,
                 height, edge)), notes (of each: id, author, author_name,
                 text, box), place (latitude, longitude, accuracy, setting,
                 neighbourhood, locality, county, region, country), contexts
                 (of each: kind, id, title)
    export       with --format events: id, site, path, event (stored, checked (the
                 first and the last time), replaced, edited, trashed, deleted,
                 restored, renamed, repaired), at, finding (as of verify),
                 detail; also of photos that left the mirror
    providers    name, version, summary, path, sources, addresses, sizes (smallest
                 first; empty: any name is accepted), settings; or path,
                 refused (the reason); with --check: provider, rule, detail (the
                 first case), cases
    check        path, finding (whole, not decoded, failed), format, width, height
                 (pixels), warnings, thumbnail (its path), reason
    thumbnail    the same
    """
}

extension ValueKind<JSONChoice> {
  /// Names of a command's members (``ResultReference/fields``), or nothing for all.
  static func fields(of command: CommandName) -> ValueKind {
    let known = ResultReference.fields[command] ?? []
    let text = { @Sendable (choice: JSONChoice) in choice.fields?.joined(separator: ",") ?? "" }
    return ValueKind("FIELD,…", text: text) { given, label throws(UsageError) in
      guard !given.isEmpty else { return JSONChoice(isOn: true) }
      let fields = given.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      if let wrong = fields.first(where: { !known.contains($0) }) {
        throw UsageError(
          "\(label): '\(command.rawValue)' has no field '\(wrong)'",
          hints: NearestName.hint(wrong, among: known, quote: "'")
            + ["the fields are \(known.joined(separator: ", "))"])
      }
      return JSONChoice(isOn: true, fields: fields)
    }
  }
}

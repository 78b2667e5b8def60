/// What the commands write as JSON besides progress, for people who read it with a program.
enum ResultReference {
  static let text = """
    Other commands write their results as JSON objects, a line each; status has one.
    A key whose value is not known is null. Times are ISO 8601: in UTC with a Z, or,
    where the site does not know the zone (taken_at), without one.

    command      keys
    list         id, owner, owner_name, title, taken_at (as much as is known:
                 1905-06, 1905, or 1905~ for about 1905), uploaded_at, page_url,
                 license, tags, sizes (of each: label, width, height, url)
    status       directory, sources (of each: source, mirrored, waiting, failed,
                 unavailable, replaced (another address at the site since),
                 unproven (kept without a decode), bytes, is_interrupted (the
                 listing is not at its end), is_complete, finished_at), failures
                 (of each: reason, photos, ids (ten at most)), unavailable (what
                 the site refused in more than one run; the same keys, and
                 since), parts, part_bytes, set_aside, writer (the process that
                 is writing)
    verify       finding (missing, changed, damaged, unreadable), path (in the
                 directory), reason; and last the summary: ending (finished,
                 interrupted), checked (files that were read or missed), total,
                 bytes (of these), missing, changed (damaged and unreadable ones
                 included)
    providers    name, version, summary, path, sources, addresses, sizes (smallest
                 first; none: any word is taken), settings; or path, refused (why)
    check        path, finding (whole, not decoded, failed), format, width, height
                 (pixels), warnings, thumbnail (where it was written), reason
    thumbnail    the same
    """
}

extension EventObject {
  /// The output of `--progress json`. Keys are only added, never renamed.
  package static let reference = """
    --progress json writes one JSON object for each event, a line each, to standard
    output. Every object has "event" and "time" (ISO 8601, UTC). Keys are only
    added, never renamed.

    event        keys
    started      source, directory, store (the object store with the photos),
                 resuming (an interrupted run), dry_run, new_mirror (the directory
                 was not a mirror before)
    listed       page (from 1), photos (on this page), known_total, last (that total
                 is final), refused (invalid entries, a sentence each), skipped
                 (entries left out on purpose, such as videos, a sentence each),
                 bytes (of the page)
    progressed   id, owner, title, received_bytes (on disk), expected_bytes (null:
                 unknown); at most ten a second for each photo
    retrying     id, owner, title (null: a call for the listing), reason, attempt
                 (the one that failed, from 1), delay_seconds
    ended        id, owner, title, result, and by result:
      mirrored     path (in the directory), format, width, height (pixels), bytes,
                   fetched_bytes (received in this run), warnings, size (the site's
                   name of it), size_reason (original, asked for, largest offered,
                   owner forbids, limit of free accounts, refused, link refused);
                   after a request: attempts, http_version, and since its start
                   name_lookup_seconds, connected_seconds, secured_seconds (TLS),
                   first_byte_seconds, total_seconds
      adopted      the same: the file was intact, only its record was missing
      known        no more keys: it was mirrored before
      replaced     as mirrored, and old_version (its place in the trash; null if
                   it had been removed), since: the site has another picture; or
                   only path, since: it does, and the file was edited, and kept
      left_out     filter (date, license, tag, pixels, media, file): it is not
                   mirrored, and a filter of the run leaves it out
      would_fetch  size, url (--dry-run)
      restored     path (in the directory): it was in the trash
      forgotten    no more keys: 'photomirror forget' named it
      failed       stage (list, admit, resolve, download, inspect, store), reason,
                   will_retry (another run is likely to succeed), attempts
      unavailable  reason, since, asked (in this run): the site
                   refused it in more than one run; not a failure
    detailed     done, total (photos whose details --with requests, after the
                 photos): once at first, and when each is done
    noted        text, detail (only with --verbose)
    finished     ending (finished, interrupted, limited, source_failed,
                 directory_failed), reason (null: none), mirrored, adopted, known,
                 replaced, restored, forgotten, left_out, would_fetch, failed,
                 unavailable, refused and skipped
                 (entries of the listing), fetched_bytes (all received bytes,
                 including listings and partial photos), full_pass_in_seconds
                 (null: the listing was read to its end), listing_complete (read
                 to its end, or to where nothing had changed, with every page
                 done; with --limit only if the listing is shorter),
                 details_pending (photos whose details wait for another run),
                 elapsed_seconds; about photos
                 that the source no longer lists (null: the listing does not
                 tell): gone, and of these
                 gone_kept, gone_trashed, gone_deleted and gone_edited (kept,
                 because the file was edited), gone_limit (null unless more are
                 gone than this: none was changed), missing (not yet gone),
                 listed_elsewhere
    """
}

/// The tables of a catalog on a server: those of the SQLite file in its current version, in a schema of their own.
enum ServerSchema {
  /// The tables, the views and the version are in this schema, apart from those of other programs.
  static let name = "photomirror"

  /// Applied in order, each once and atomically; the number applied is in the table `version_of_catalog`. Never
  /// edit a released migration: add another.
  static let migrations = [tables + views, work, thumbnailFormats]

  /// The largest row counts are those of `photo`, `file`, `metadata`, `membership` and `name`. Rows that change are
  /// updated in place while their pages have room (https://www.postgresql.org/docs/current/storage-hot.html).
  private static let tables = """
    CREATE TABLE term (
      \(id),
      text \(text) NOT NULL UNIQUE
    );
    CREATE TABLE source (
      \(id),
      address \(text) NOT NULL UNIQUE,
      run bigint NOT NULL DEFAULT 0,
      size_label \(text),
      size_edge bigint,
      thumbnail_edge bigint,
      resolved \(text),
      resolved_name \(text),
      withdrawn_at bigint
    );
    CREATE TABLE pass (
      source bigint NOT NULL,
      number bigint NOT NULL,
      is_limited smallint NOT NULL DEFAULT 0,
      is_resumed smallint NOT NULL DEFAULT 0,
      started_at bigint,
      ended_at bigint,
      outcome \(text),
      reason \(text),
      cursor \(text),
      pages bigint NOT NULL DEFAULT 0,
      listed bigint NOT NULL DEFAULT 0,
      total bigint,
      refused bigint NOT NULL DEFAULT 0,
      doubt \(text),
      selection bigint,
      PRIMARY KEY (source, number)
    );
    CREATE TABLE photo (
      \(id),
      site bigint NOT NULL,
      key \(text) NOT NULL,
      source bigint NOT NULL,
      stem \(text) NOT NULL,
      is_mirrored smallint NOT NULL DEFAULT 0,
      run bigint NOT NULL DEFAULT 0,
      is_deferred smallint NOT NULL DEFAULT 0,
      failure \(text),
      refused_at bigint,
      retry_at bigint,
      replaced_at bigint,
      UNIQUE (site, key)
    ) WITH (fillfactor = 70);
    CREATE INDEX photo_unfinished ON photo (source, id) WHERE is_mirrored = 0;
    CREATE INDEX photo_mirrored ON photo (source, id) WHERE is_mirrored = 1;
    CREATE TABLE name (
      hash bigint PRIMARY KEY,
      photo bigint NOT NULL
    );
    CREATE INDEX name_photo ON name (photo);
    CREATE TABLE owner (
      \(id),
      site bigint NOT NULL,
      key \(text) NOT NULL,
      name \(text),
      page \(text),
      UNIQUE (site, key)
    );
    CREATE TABLE metadata (
      photo bigint PRIMARY KEY,
      owner bigint NOT NULL,
      digest bigint NOT NULL,
      title \(text) NOT NULL,
      description \(text),
      tags \(text),
      taken \(text),
      uploaded_at bigint,
      license bigint,
      license_url bigint,
      page \(text),
      latitude double precision,
      longitude double precision,
      place \(text),
      privacy \(text),
      media \(text),
      extra \(text)
    );
    CREATE TABLE file (
      photo bigint PRIMARY KEY,
      path \(text) NOT NULL,
      format \(text) NOT NULL,
      width bigint NOT NULL,
      height bigint NOT NULL,
      byte_count bigint NOT NULL,
      sha256 bytea NOT NULL,
      label bigint,
      refused_label \(text),
      size_reason bigint,
      address \(text),
      announced bigint,
      shown bigint,
      has_thumbnail smallint NOT NULL,
      is_unproven smallint NOT NULL,
      stored_at bigint NOT NULL
    );
    CREATE TABLE listing (
      id bigint PRIMARY KEY,
      entry \(text) NOT NULL
    );
    CREATE TABLE membership (
      source bigint NOT NULL,
      photo bigint NOT NULL,
      position bigint,
      first_pass bigint NOT NULL,
      last_pass bigint NOT NULL,
      said bigint,
      PRIMARY KEY (source, photo)
    ) WITH (fillfactor = 70);
    CREATE TABLE pace (
      host \(text) NOT NULL,
      key_digest \(text) NOT NULL,
      tokens double precision NOT NULL,
      noted_at double precision NOT NULL,
      PRIMARY KEY (host, key_digest)
    );
    CREATE TABLE album (
      \(id),
      site bigint NOT NULL,
      key \(text) NOT NULL,
      owner bigint,
      title \(text) NOT NULL,
      description \(text),
      cover bigint,
      position bigint,
      reading bigint NOT NULL DEFAULT 0,
      read_to bigint,
      is_complete smallint NOT NULL DEFAULT 0,
      UNIQUE (site, key)
    );
    CREATE TABLE album_member (
      album bigint NOT NULL,
      photo bigint NOT NULL,
      position bigint NOT NULL,
      reading bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (album, photo)
    );
    CREATE INDEX album_member_position ON album_member (album, position);
    CREATE TABLE comment (
      photo bigint NOT NULL,
      key \(text) NOT NULL,
      author \(text) NOT NULL,
      author_name \(text),
      posted_at bigint,
      text \(text) NOT NULL,
      page \(text),
      PRIMARY KEY (photo, key)
    );
    CREATE TABLE setting (
      name \(text) PRIMARY KEY,
      value \(text) NOT NULL
    );
    CREATE TABLE rename (
      photo bigint PRIMARY KEY,
      stem \(text) NOT NULL
    );
    CREATE TABLE shared_file (
      photo bigint PRIMARY KEY,
      original bigint NOT NULL
    );
    CREATE INDEX shared_file_original ON shared_file (original);
    CREATE TABLE departure (
      photo bigint PRIMARY KEY,
      state \(text) NOT NULL,
      is_forgotten smallint NOT NULL,
      since bigint NOT NULL,
      reason \(text) NOT NULL,
      place \(text)
    );
    CREATE TABLE version (
      \(id),
      photo bigint NOT NULL,
      place \(text) NOT NULL,
      since bigint NOT NULL,
      UNIQUE (photo, place)
    );
    CREATE TABLE detail (
      photo bigint NOT NULL,
      part \(text) NOT NULL,
      updated_at bigint,
      content \(text),
      PRIMARY KEY (photo, part)
    );
    CREATE TABLE detail_due (
      photo bigint PRIMARY KEY,
      updated_at bigint,
      parts \(text) NOT NULL
    );

    """

  static let id = "id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"
  /// Texts are ordered by their bytes, as SQLite's are, whatever the database's language.
  static let text = #"text COLLATE "C""#
}

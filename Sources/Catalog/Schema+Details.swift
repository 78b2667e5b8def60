extension Schema {
  /// What stands around photos, part by part, with the time of the listing for which it was requested, and what
  /// is to be requested. Comments have their own table, because exports have them too.
  static let details = """
    CREATE TABLE detail (
      photo INTEGER NOT NULL REFERENCES photo (id),
      part TEXT NOT NULL,
      updated_at INTEGER,
      content TEXT,
      PRIMARY KEY (photo, part)
    ) STRICT;
    CREATE TABLE detail_due (
      photo INTEGER PRIMARY KEY REFERENCES photo (id),
      updated_at INTEGER,
      parts TEXT NOT NULL
    ) STRICT;
    CREATE VIEW details AS SELECT photo, part, updated_at FROM detail;
    CREATE VIEW info AS
    SELECT photo, json_extract(content, '$.views') AS views,
      json_extract(content, '$.comments') AS comments,
      json_extract(content, '$.rotation') AS rotation, json_extract(content, '$.safety') AS safety,
      json_extract(content, '$.may_download') AS may_download,
      json_extract(content, '$.owner_real_name') AS owner_real_name,
      json_extract(content, '$.owner_location') AS owner_location,
      json_extract(content, '$.tags') AS tags
    FROM detail WHERE part = 'info';
    CREATE VIEW exif AS
    SELECT photo, json_extract(value, '$.group') AS section, json_extract(value, '$.tag') AS tag,
      json_extract(value, '$.label') AS label, json_extract(value, '$.value') AS value,
      json_extract(value, '$.text') AS text
    FROM detail, json_each(content) WHERE part = 'exif';
    CREATE VIEW people AS
    SELECT photo, json_extract(value, '$.id') AS account, json_extract(value, '$.name') AS name,
      json_extract(value, '$.real_name') AS real_name,
      \(box)
    FROM detail, json_each(content) WHERE part = 'people';
    CREATE VIEW notes AS
    SELECT photo, json_extract(value, '$.id') AS key, json_extract(value, '$.author') AS author,
      json_extract(value, '$.author_name') AS author_name, json_extract(value, '$.text') AS text,
      \(box)
    FROM detail, json_each(content) WHERE part = 'notes';
    CREATE VIEW places AS
    SELECT photo, json_extract(content, '$.latitude') AS latitude,
      json_extract(content, '$.longitude') AS longitude,
      json_extract(content, '$.accuracy') AS accuracy,
      json_extract(content, '$.setting') AS setting,
      json_extract(content, '$.neighbourhood') AS neighbourhood,
      json_extract(content, '$.locality') AS locality, json_extract(content, '$.county') AS county,
      json_extract(content, '$.region') AS region, json_extract(content, '$.country') AS country
    FROM detail WHERE part = 'geo';
    CREATE VIEW contexts AS
    SELECT photo, json_extract(value, '$.kind') AS kind, json_extract(value, '$.id') AS key,
      json_extract(value, '$.title') AS title
    FROM detail, json_each(content) WHERE part = 'contexts';
    """

  /// The view of what a call says besides a listing, with the licence and the pixels of feeds' photos.
  static let statedLicense = """
    DROP VIEW info;
    CREATE VIEW info AS
    SELECT photo, json_extract(content, '$.views') AS views,
      json_extract(content, '$.comments') AS comments,
      json_extract(content, '$.rotation') AS rotation, json_extract(content, '$.safety') AS safety,
      json_extract(content, '$.may_download') AS may_download,
      json_extract(content, '$.owner_real_name') AS owner_real_name,
      json_extract(content, '$.owner_location') AS owner_location,
      json_extract(content, '$.tags') AS tags, json_extract(content, '$.license.name') AS license,
      json_extract(content, '$.license.url') AS license_url,
      json_extract(content, '$.width') AS width, json_extract(content, '$.height') AS height
    FROM detail WHERE part = 'info';
    """

  private static let box = ["x", "y", "width", "height", "edge"]
    .map { "json_extract(value, '$.box.\($0)') AS \($0)" }.joined(separator: ",\n  ")
}

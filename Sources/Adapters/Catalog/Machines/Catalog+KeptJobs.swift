import PostgreSQL

/// The queue of workers in a catalog that is copied: only a server has workers, and a file keeps their queue until it is
/// copied to one again.
extension Catalog {
  /// Copies the queue into the tables that both engines have. Nothing on a file.
  package func keepJobs() throws(CatalogError) {
    guard database is ServerDatabase else { return }
    try transaction { () throws(CatalogError) in
      try database.run("DELETE FROM kept_job")
      try database.run(
        """
        INSERT INTO kept_job (photo, source, is_dead, attempts, is_address_lost, reason)
        SELECT photo, source, CASE WHEN state = 2 THEN 1 ELSE 0 END, attempts, is_address_lost,
          reason
        FROM job
        """)
    }
  }

  /// Makes a queue of what is kept and still waits, and counts it. Nothing on a file.
  func restoreJobs() throws(CatalogError) {
    guard database is ServerDatabase else { return }
    try transaction { () throws(CatalogError) in
      try database.run(
        """
        INSERT INTO job (photo, source, state, attempts, is_address_lost, reason)
        SELECT photo, kept_job.source, 2 * is_dead, attempts, is_address_lost, reason
        FROM kept_job JOIN photo ON photo.id = kept_job.photo WHERE is_mirrored = 0
        ON CONFLICT (photo) DO NOTHING
        """)
      try database.run("DELETE FROM kept_job")
    }
    try countAll()
  }
}

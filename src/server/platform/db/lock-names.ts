/**
 * Every advisory lock of the site, so that no two have one number. Numbers are shared by all users of a
 * database; hence the unusual ones. A new one takes the next number.
 */
export const advisoryLocks = {
  /** Serialises migrations of a database and restores into it. */
  migrations: 7_204_815_001,
  /** Held by the process that owns the embedded server, on the maintenance database. */
  embeddedServer: 7_204_815_002,
  /** The seed with which a job worker's id becomes its own lock: held while the worker runs. */
  jobWorkers: 7_204_815_003,
  /** Shared by deletions of photos' rows; exclusive for a backup (photos/photos.queries.ts). */
  photoRows: 7_204_815_006,
  /** Held while a backup is made: two at once would only slow each other. */
  backup: 7_204_815_007,
  /** Serialises storing the built-in catalogue. */
  catalogueSeed: 7_204_815_008,
  /** Serialises storing the demo's data. */
  demoSeed: 7_204_815_009,
  /** Serialises changes of admins (accounts/admins.commands.ts). */
  admins: 7_204_815_014,
  /** Shared by writers of events; exclusive for folding them into days (recording/stat-events.queries.ts). */
  statEvents: 7_204_815_018,
  /** Serialises activations of tariffs (admin/admin-tariffs.commands.ts). */
  tariffs: 7_204_815_019,
} as const;

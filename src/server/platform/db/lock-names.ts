/**
 * Every advisory lock of the site by name: who takes one finds here that no other has its number. They are one space a
 * database, shared with whoever else works in it; hence the odd numbers. A new one takes the next number.
 */
export const advisoryLocks = {
  /** Migrations of a database, and a restore into it, take turns. */
  migrations: 7_204_815_001,
  /** Held by the process that owns the embedded server, on the maintenance database. */
  embeddedServer: 7_204_815_002,
  /** The seed with which a job worker's id becomes its own lock: held while the worker runs. */
  jobWorkers: 7_204_815_003,
  /** Whoever deletes photos' rows shares it; a backup holds it alone (photos/photos.queries.ts). */
  photoRows: 7_204_815_006,
  /** Held while a backup is made: two at once would only be in each other's way. */
  backup: 7_204_815_007,
  /** The built-in catalogue is put in by one process at a time. */
  catalogueSeed: 7_204_815_008,
  /** The demo's data are put in by one process. */
  demoSeed: 7_204_815_009,
  /** Whoever makes or unmakes admins takes turns (accounts/admins.queries.ts). */
  admins: 7_204_815_014,
  /** Whoever writes events shares it; counting them into days holds it alone (recording/stat-events.queries.ts). */
  statEvents: 7_204_815_018,
  /** Whoever activates a tariff takes turns (tariffs/tariffs.queries.ts). */
  tariffs: 7_204_815_019,
} as const;

/**
 * Chaos runs: the built product on a database of its own while something fails. The results are in
 * docs/RELIABILITY.md.
 *
 *     npm run chaos                       lists the runs
 *     npm run chaos -- NAME [amount]      starts one; exits with an error if a promise was broken
 */

interface Run {
  /** What fails; shown in the list. */
  readonly what: string;
  /** Imports the run lazily. */
  readonly load: () => Promise<(...given: readonly string[]) => Promise<void>>;
}

const runs: Readonly<Record<string, Run>> = {
  caches: {
    what: "every address by every role behind an nginx that caches all it may: nothing personal is cached",
    load: async () => (await import("./chaos/caches.ts")).runCaches,
  },
  enumeration: {
    what: "known and unknown addresses at sign-in, in turn, 150 unless told: same bytes, medians within 2 ms",
    load: async () => (await import("./chaos/enumeration.ts")).runEnumeration,
  },
  kills: {
    what: "kill -9 of product, database or both while people write, 500 unless told: nothing lost, nothing half",
    load: async () => (await import("./chaos/kills.ts")).runKills,
  },
  processes: {
    what: "two copies, side by side and behind nginx, are one site",
    load: async () => (await import("./chaos/processes.ts")).runProcesses,
  },
  pooler: {
    what: "the same with PgBouncer in transaction mode before the database",
    load: async () => (await import("./chaos/processes.ts")).runPooled,
  },
  rolling: {
    what: "restarts of two copies behind nginx under load, 20 unless told: no failed request",
    load: async () => (await import("./chaos/rolling.ts")).runRolling,
  },
  update: {
    what: "two copies of the version before behind nginx become two of this one under load, 10 times unless told",
    load: async () => (await import("./chaos/update.ts")).runUpdates,
  },
  backup: {
    what: "backed up while people publish, destroyed, restored elsewhere",
    load: async () => (await import("./chaos/backup.ts")).destroyAndRestore,
  },
  "disk-full": {
    what: "a full disk under the photos, and under the embedded database (needs root)",
    load: async () => (await import("./chaos/disk-full.ts")).fillDisks,
  },
  database: {
    what: "the database slow, silent, cut and gone without a word, 5 rounds unless told: 503s, and whole again",
    load: async () => (await import("./chaos/database.ts")).database,
  },
  "slow-clients": {
    what: "3,000 slow senders and readers beside others: nobody else is harmed [seconds]",
    load: async () => (await import("./chaos/slow-clients.ts")).slowClients,
  },
  overload: {
    what: "ten times the load that it holds [seconds]",
    load: async () => (await import("./chaos/overload.ts")).overload,
  },
};

const [name, ...given] = process.argv.slice(2);
const run = name === undefined ? undefined : runs[name];
if (run === undefined) {
  const list = Object.entries(runs).map(([each, { what }]) => `  ${each.padEnd(14)} ${what}`);
  console.error(`Say what to run:\n${list.join("\n")}`);
  process.exitCode = 1;
} else {
  await (
    await run.load()
  )(...given);
}

import { startDatabase, startSite } from "#bench/site.ts";
import { register } from "#bench/soak/payer.ts";
import { median } from "#bench/percentile.ts";

/** Maximum difference of the medians, in ms (specification.md#safety). */
const maxApart = 2;

/**
 * Registered and unregistered addresses in turn, at login and at the password reset: the answers must have
 * the same bytes and take the same time (specification.md#safety).
 */
export async function runEnumeration(given = "150"): Promise<void> {
  const turns = Number(given);
  const database = await startDatabase();
  const site = await startSite(database);
  try {
    const known = `known-${Date.now()}@example.com`;
    await register(site.url, known, "none");
    for (const path of ["/api/login", "/api/password/forgot"]) {
      const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
      const answers = new Set<string>();
      for (let turn = 0; turn < turns * 2; turn += 1) {
        const which = turn % 2 === 0 ? "known" : "unknown";
        const email = which === "known" ? known : `nobody-${turn}@example.com`;
        const body = JSON.stringify(path === "/api/login" ? { email, password: "gabim-gabim" } : { email });
        const since = performance.now();
        const response = await fetch(site.url + path, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        });
        const text = await response.text();
        times[which].push(performance.now() - since);
        const headers = [...response.headers].filter(([name]) => name !== "date");
        answers.add(`${response.status} ${JSON.stringify(headers)} ${text}`);
      }
      const apart = Math.abs(median(times.known) - median(times.unknown));
      console.log(
        `${path}: known ${median(times.known).toFixed(2)} ms, unknown ${median(times.unknown).toFixed(2)} ms, ${apart.toFixed(2)} ms apart, ${answers.size} kind of answer`,
      );
      if (answers.size !== 1) throw new Error(`${path} answers differently:\n${[...answers].join("\n")}`);
      if (apart > maxApart) throw new Error(`${path} tells by ${apart.toFixed(2)} ms who has an account`);
    }
  } finally {
    await site.stop();
    await database.stop();
  }
}

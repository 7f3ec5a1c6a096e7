import { join } from "node:path";
import { expectOneSite, type SiteCopy } from "#testing/one-site.ts";
import { readOutbox } from "#testing/read-mail.ts";
import { type Copies, startCopies } from "./copies.ts";

const at = (origin: string): SiteCopy => ({ fetch: (path, init) => fetch(origin + path, init) });

/**
 * Two processes of the built product must behave as one site, directly and via nginx
 * (specification.md#reliability).
 */
export async function runProcesses(): Promise<void> {
  await expectCopiesAgree(await startCopies());
}

/** The same with PgBouncer in transaction mode. */
export async function runPooled(): Promise<void> {
  await expectCopiesAgree(await startCopies({ pooled: true }));
}

async function expectCopiesAgree(site: Copies): Promise<void> {
  const [first, second] = site.copies;
  const pairs: readonly (readonly [string, SiteCopy, SiteCopy])[] = [
    ["one and the other", at(first.url), at(second.url)],
    ["one and nginx", at(first.url), at(site.url)],
  ];
  try {
    for (const [name, one, two] of pairs) {
      console.log(`${name}:`);
      await expectOneSite(
        {
          first: one,
          second: two,
          admin: site.admin,
          mails: async () => {
            const boxes = await Promise.all(
              site.copies.map(({ folder }) => readOutbox(join(folder, "outbox"))),
            );
            return boxes.flat();
          },
          hasPages: true,
          seenWithin: 1_000,
        },
        (what) => console.log(`  ${what}`),
      );
    }
    const warnings = (await site.balancerLog()).trim();
    if (warnings !== "") throw new Error(`nginx had to complain:\n${warnings}`);
  } finally {
    await site.close();
  }
}

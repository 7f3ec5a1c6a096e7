import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { createTestDatabase } from "#testing/database.ts";
import { insertRenewal, type Renewal } from "./ledger.queries.ts";

const months = 400;
const processes = 8;

test("a month that processes write at once becomes one payment, and none of them fails", async () => {
  const database = await createTestDatabase({ maxConnections: processes });
  const { db } = database;
  try {
    const userId = uuidv7();
    await sql`insert into users (id, first_name, last_name, email, password_hash)
      values (${userId}, 'Arben', 'Gashi', 'arben@example.com', 'x')`.execute(db);
    for (let month = 0; month < months; month += 1) {
      const renewal: Renewal = {
        userId,
        subscriptionId: "sub_1",
        invoiceId: `in_${month}`,
        intent: `pi_${month}`,
        account: "acct_1",
        amount: 5000,
        currency: "usd",
      };
      const writes = Array.from({ length: processes }, () =>
        db.transaction().execute((trx) => insertRenewal(trx, renewal)),
      );
      await Promise.all(writes);
    }
    const written = await db.selectFrom("payments").select("stripe_invoice_id as id").execute();
    expect(new Set(written.map(({ id }) => id)).size).toBe(months);
    expect(written).toHaveLength(months);
  } finally {
    await database.close();
  }
});

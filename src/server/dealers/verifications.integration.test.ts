import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { publicDealer } from "#contract/dealers.ts";
import { adminVerification, type AdminVerification, verification } from "#contract/verifications.ts";
import { auditEntry } from "#contract/admin-watch.ts";
import { upsertDealer } from "#server/money/billing/customers.queries.ts";
import { type Answer, carOf, createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import { readOutbox } from "#testing/read-mail.ts";
import { sweepDocuments } from "./verifications.queries.ts";

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
  await app.services.start();
});
afterAll(() => app.close());

let count = 0;
async function dealer(): Promise<TestUser> {
  count += 1;
  return app.registerUser({
    businessName: `Auto Gashi ${count}`,
    dealerUntil: new Date(Date.now() + 3_600_000),
  });
}

const own = (answer: Answer) => verification.parse(answer.body);
const ofDealer = async (as: TestUser) => own(await app.call("GET /api/dealer/verification", { as }));
const askBy = (as: TestUser, taxNumber = "811234567") =>
  app.call("POST /api/dealer/verification", { as, body: { taxNumber } });

async function casesOf(
  user: TestUser,
  state: "waiting" | "decided" = "waiting",
): Promise<AdminVerification[]> {
  const { body } = await app.call(`GET /api/admin/verifications?state=${state}&limit=100`, { as: admin });
  const { verifications } = z.object({ verifications: adminVerification.array() }).parse(body);
  return verifications.filter((one) => one.user._id === user.id);
}

async function waitingOf(user: TestUser): Promise<AdminVerification> {
  const [one] = await casesOf(user);
  if (one === undefined) throw new Error("no case waits");
  return one;
}

const confirm = (id: string, as = admin) => app.call(`POST /api/admin/verifications/${id}/confirm`, { as });
const refuse = (id: string, reason = "Numri nuk gjendet në regjistër") =>
  app.call(`POST /api/admin/verifications/${id}/refuse`, { as: admin, body: { reason } });

async function picture(): Promise<Uint8Array<ArrayBuffer>> {
  const jpeg = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#eee" } })
    .withExif({ IFD0: { Copyright: "sekret" } })
    .jpeg()
    .toBuffer();
  return new Uint8Array(jpeg);
}
const upload = (as: TestUser, raw: Uint8Array<ArrayBuffer>) =>
  app.call("POST /api/dealer/verification/document", { as, raw, headers: { "Content-Type": "image/jpeg" } });

describe("a dealer's badge", () => {
  test("a dealer's badge is plain from the first day and verified once an admin has confirmed the business, on cars and page", async () => {
    const seller = await dealer();
    const car = await app.publishCar(seller);
    const seen = async () => ({
      car: carOf(await app.call(`GET /api/cars/${car._id}`)).seller,
      page: publicDealer.parse((await app.call(`GET /api/dealers/${seller.id}`)).body).isVerified,
    });
    expect(await seen()).toMatchObject({ car: { isDealer: true, isVerified: false }, page: false });
    expect((await ofDealer(seller)).state).toBe("none");

    expect((await askBy(seller)).status).toBe(201);
    expect(await ofDealer(seller)).toMatchObject({
      state: "waiting",
      isVerified: false,
      taxNumber: "811234567",
    });
    expect((await seen()).car.isVerified).toBe(false);

    const answer = await confirm((await waitingOf(seller)).id);
    expect(answer.body).toMatchObject({ state: "confirmed", decidedBy: admin.email });
    expect(await seen()).toMatchObject({ car: { isVerified: true }, page: true });
    expect(await ofDealer(seller)).toMatchObject({ state: "confirmed", isVerified: true });
    expect(errorOf(await askBy(seller)).code).toBe("already_verified");
    // A list that was cached before says so within a second.
    const listed = async () =>
      JSON.stringify((await app.call(`GET /api/cars?q=${car.number}`)).body).includes('"isVerified":true');
    await expect.poll(listed, { timeout: 1_000 }).toBe(true);

    // Without the subscription there is no badge at all.
    await app.database.db
      .updateTable("users")
      .set({ dealer_until: new Date(Date.now() - 1_000) })
      .where("id", "=", seller.id)
      .execute();
    expect(carOf(await app.call(`GET /api/cars/${car._id}`, { as: seller })).seller.isVerified).toBe(false);
  });

  test("a dealer's badge is unverified again when the business changes, and its tax number waits anew", async () => {
    const seller = await dealer();
    await askBy(seller);
    await confirm((await waitingOf(seller)).id);
    const form = {
      businessName: "Auto Gashi i Ri",
      businessAddress: "Prizren",
      taxNumber: "899999999",
      website: null,
      businessType: "dealership",
    };
    await app.database.db.transaction().execute((trx) => upsertDealer(trx, seller.id, form));
    expect(await ofDealer(seller)).toMatchObject({
      state: "waiting",
      isVerified: false,
      taxNumber: "899999999",
    });
    await confirm((await waitingOf(seller)).id);
    // The same business once more is the same business; another website changes nothing.
    const again = { ...form, website: "https://autogashi.com" };
    await app.database.db.transaction().execute((trx) => upsertDealer(trx, seller.id, again));
    expect((await ofDealer(seller)).isVerified).toBe(true);
    expect(await casesOf(seller)).toEqual([]);
  });
});

describe("a case", () => {
  test("a verification waits in the admins' list with its date and the two working days that were promised", async () => {
    const seller = await dealer();
    await askBy(seller);
    const one = await waitingOf(seller);
    expect(one).toMatchObject({
      taxNumber: "811234567",
      hasDocument: false,
      overdue: false,
      decidedAt: null,
    });
    expect(Date.parse(one.dueAt) - Date.parse(one.askedAt)).toBeGreaterThanOrEqual(2 * 86_400_000);
    const { body } = await app.call("GET /api/admin/stats", { as: admin });
    expect(
      z.object({ waiting: z.object({ verifications: z.number().min(1) }) }).safeParse(body).success,
    ).toBe(true);
    await sql`update dealer_verifications set asked_at = now() - interval '5 days' where id = ${one.id}`.execute(
      app.database.db,
    );
    expect((await waitingOf(seller)).overdue).toBe(true);
  });

  test("a verification that is asked for again and at once stays one, with what came last", async () => {
    const seller = await dealer();
    await Promise.all(["1", "2", "3"].map((taxNumber) => askBy(seller, taxNumber)));
    await askBy(seller, "811111111");
    expect(await casesOf(seller)).toMatchObject([{ taxNumber: "811111111" }]);
  });

  test("a verification whose proof was exchanged after an admin read it is not confirmed by that reading", async () => {
    const seller = await dealer();
    await askBy(seller);
    const exchanges = [
      () => askBy(seller, "899999999"),
      async () => upload(seller, await picture()),
      () =>
        app.database.db.transaction().execute((trx) =>
          upsertDealer(trx, seller.id, {
            businessName: "Auto Tjetër",
            businessAddress: "Prizren",
            taxNumber: "877777777",
            website: null,
            businessType: "dealership",
          }),
        ),
    ];
    for (const exchange of exchanges) {
      const read = await waitingOf(seller);
      await exchange();
      expect(errorOf(await confirm(read.id)).code).toBe("verification_not_found");
      expect(errorOf(await refuse(read.id)).code).toBe("verification_not_found");
    }
    expect(await ofDealer(seller)).toMatchObject({ state: "waiting", isVerified: false });
    expect((await confirm((await waitingOf(seller)).id)).status).toBe(200);
    expect(await ofDealer(seller)).toMatchObject({ isVerified: true, taxNumber: "877777777" });
  });

  test("a verification is refused with a reason that the dealer reads and gets by mail, and can be opened again", async () => {
    const seller = await dealer();
    await askBy(seller);
    const { id } = await waitingOf(seller);
    const empty = await app.call(`POST /api/admin/verifications/${id}/refuse`, { as: admin, body: {} });
    expect(empty.status).toBe(400);
    expect((await refuse(id)).status).toBe(200);
    expect((await refuse(id)).status).toBe(200);
    expect(errorOf(await confirm(id)).code).toBe("verification_decided");
    expect(await ofDealer(seller)).toMatchObject({
      state: "refused",
      isVerified: false,
      reason: "Numri nuk gjendet në regjistër",
    });
    const mails = async () =>
      (await readOutbox(join(app.dataDir, "outbox"))).filter(({ to }) => to === seller.email);
    await expect.poll(async () => (await mails()).length, { timeout: 5_000 }).toBe(1);
    expect((await mails())[0]?.text).toContain("Numri nuk gjendet në regjistër");
    const { body } = await app.call(`GET /api/admin/audit?q=${seller.id}`, { as: admin });
    const { entries } = z.object({ entries: auditEntry.array() }).parse(body);
    expect(entries).toMatchObject([{ action: "dealer.refuse", after: { state: "refused" } }]);
    expect(own(await askBy(seller)).state).toBe("waiting");
  });

  test("a verification takes a picture of a document, made anew without its metadata, which admins alone see until the sweep", async () => {
    const seller = await dealer();
    expect(own(await upload(seller, await picture()))).toMatchObject({ state: "waiting", hasDocument: true });
    const { id } = await waitingOf(seller);
    const read = (as: TestUser | null) => app.call(`GET /api/admin/verifications/${id}/document`, { as });
    const stored = await app.database.db
      .selectFrom("dealer_verifications")
      .select("document")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const { format, exif } = await sharp(stored.document ?? undefined).metadata();
    expect([format, exif]).toEqual(["jpeg", undefined]);
    const answer = await read(admin);
    expect(answer.headers.get("content-type")).toBe("image/jpeg");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect((await read(seller)).status).toBe(403);
    expect((await read(null)).status).toBe(401);
    // It is no photo of the site: no car can take it, and no address serves it.
    expect(
      await app.database.db.selectFrom("photos").select("id").where("owner_id", "=", seller.id).execute(),
    ).toEqual([]);

    await confirm(id);
    await sweepDocuments(app.database.db);
    expect((await read(admin)).status).toBe(200);
    await sql`update dealer_verifications set decided_at = now() - interval '31 days' where id = ${id}`.execute(
      app.database.db,
    );
    await sweepDocuments(app.database.db);
    expect((await read(admin)).status).toBe(404);
    expect(await casesOf(seller, "decided")).toMatchObject([{ hasDocument: false, state: "confirmed" }]);
  });

  test("a verification is refused for what is no picture, for others than dealers, and for one without a business", async () => {
    const seller = await dealer();
    const bytes = new TextEncoder().encode("%PDF-1.7 nuk është foto");
    expect((await upload(seller, bytes)).status).toBe(415);
    expect(await casesOf(seller)).toEqual([]);
    expect((await askBy(await app.registerUser())).status).toBe(403);
    const byHand = await app.registerUser({ isDealerByHand: true });
    expect(errorOf(await askBy(byHand)).code).toBe("no_business");
  });
});

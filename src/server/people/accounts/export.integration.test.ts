import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { invoiceTask } from "#server/money/billing/invoice-queue.ts";
import { browser, createTestApp, type TestApp } from "#testing/app.ts";
import { insertPaidPayments } from "#testing/paid-payments.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Each column that names a person, and under which keys the person's export has those rows. */
const exported: Readonly<Record<string, readonly string[]>> = {
  "alert_mails.user_id": ["alertMails"],
  "car_models.suggested_by": ["modelSuggestions"],
  "confirmation_mails.user_id": ["confirmationQuestions"],
  "cars.owner_id": ["cars", "contactRequests", "carStatistics", "socialPosts", "adminActions"],
  "coupon_uses.user_id": ["couponUses"],
  "coupons.user_id": ["coupons"],
  "dealer_keys.user_id": ["dealerKeys"],
  "dealer_months.user_id": ["dealerMonths"],
  "dealer_pages.user_id": ["dealerPage"],
  "dealer_verifications.user_id": ["verifications"],
  "dealers.user_id": ["dealer"],
  "email_verifications.user_id": ["emailLinks"],
  "favourite_lists.user_id": ["favourites"],
  "followed_cars.user_id": ["followedCars"],
  "free_cars.user_id": ["freeCar"],
  "hidden_phones.owner_id": ["review"],
  "known_devices.user_id": ["knownDevices"],
  "mileage_readings.owner_id": ["mileageReadings"],
  "outward_feeds.user_id": ["feeds"],
  "password_resets.user_id": ["passwordLinks"],
  "payments.user_id": ["payments", "invoices"],
  "photos.owner_id": ["photos"],
  "recovery_codes.user_id": ["secondFactor"],
  "removed_references.owner_id": ["removedReferences"],
  "reports.reporter_id": ["reports"],
  "saved_searches.user_id": ["savedSearches", "foundCars"],
  "sessions.user_id": ["sessions"],
  "stock_feeds.user_id": ["feeds"],
  "subscriptions.user_id": ["subscriptions"],
  "totp.user_id": ["secondFactor"],
};

/** What is no part of it, and why. */
const leftOut: Readonly<Record<string, string>> = {
  "car_review_decisions.decided_by": "an admin's act: in recordedActions",
  "coupons.created_by": "an admin's act: in recordedActions",
  "dealer_verifications.decided_by": "an admin's act: in recordedActions",
  "idempotency_keys.user_id": "answers that the person has had, stored for a day",
  "payments.entered_by": "an admin's act: in recordedActions",
  "refund_requests.admin_id": "an admin's act: in recordedActions",
  "report_mails.user_id": "when the last monthly mail was made, and whether the person has ended them",
  "reports.decided_by": "an admin's act: in recordedActions",
  "reports.seller_id": "what others reported of the person's cars: it would tell who did",
  "settings_versions.changed_by": "an admin's act: in recordedActions",
  "stock_imports.user_id": "files that the dealer sent; what they came to is in cars",
  "social_posts.posted_by": "an admin's act: in recordedActions",
};

test("every table that names a person is part of that person's export", async () => {
  const { rows } = await sql<{ at: string }>`
    select c.conrelid::regclass || '.' || a.attname as at from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass order by 1`.execute(app.database.db);
  expect(rows.map(({ at }) => at)).toEqual(Object.keys({ ...exported, ...leftOut }).toSorted());
});

test("the export holds the rows of each table that names the person", async () => {
  const { db } = app.database;
  const admin = await app.registerUser({ isAdmin: true });
  const person = await app.registerUser({
    businessName: "Auto Arta",
    dealerUntil: new Date(Date.now() + 1e9),
  });
  const seller = await app.registerUser();
  const own = await app.publishCar(person, { vin: "WVWZZZ1KZAW123456" });
  const other = await app.publishCar(seller, { price: 20_000 });
  await app.call(`POST /api/cars/${own._id}/contact`, { as: seller, headers: { "User-Agent": browser } });
  await app.services.statistics.recorder.flush();
  await app.services.schedule["count_statistics"]?.run(new AbortController().signal);
  await app.call("POST /api/saved-searches", { as: person, body: { query: "brand=Volkswagen" } });
  await app.call(`PUT /api/cars/${other._id}/follow`, { as: person });
  await app.call("PUT /api/me/favourites", { as: person, body: { ids: [other._id] } });
  await app.call(`POST /api/cars/${other._id}/report`, {
    as: person,
    body: { reason: "fraud", text: "dyshim" },
  });
  await app.call("POST /api/car-models/models", { as: person, body: { brand: "Audi", model: "Arta e re" } });
  await sql`
    insert into password_resets (token_hash, user_id, expires_at) values (sha256('link'), ${person.id}, now())`.execute(
    db,
  );
  await sql`
    insert into email_verifications (token_hash, user_id, expires_at)
    values (sha256('proof'), ${person.id}, now())`.execute(db);
  const change = { firstName: "Arta", lastName: "Gashi", email: person.email };
  expect((await app.call(`PUT /api/admin/users/${person.id}`, { as: admin, body: change })).status).toBe(200);
  const payment = uuidv7();
  await sql`
    insert into payments (id, user_id, kind, amount_cents, car_data)
    values (${payment}, ${person.id}, 'extras', 1000, '{"sellerPhone": "+38344123456"}')`.execute(db);
  const [paid = ""] = await insertPaidPayments(app.database, person.id, [{ cents: 5000, kind: "renewal" }]);
  await app.services.invoices.tasks[invoiceTask]?.run({ paymentId: paid }, new AbortController().signal);
  await sql`
    insert into social_posts (id, car_id, payment_id, due_at) values (${uuidv7()}, ${own._id}, ${payment}, now())`.execute(
    db,
  );
  await sql`
    insert into dealer_verifications (id, user_id, tax_number) values (${uuidv7()}, ${person.id}, '811234567')`.execute(
    db,
  );
  const page = { address: "Rr. Artës 1", phone: "+38344010101", hours: null };
  await app.call("PUT /api/dealer/page", { as: person, body: page });
  await app.call("POST /api/dealer/keys", { as: person, body: { name: "Stoku", scopes: ["stock"] } });
  await sql`insert into free_cars (user_id, car_id) values (${person.id}, ${own._id})`.execute(db);
  await sql`
    insert into subscriptions (id, user_id, stripe_subscription_id, status, amount_cents)
    values (${uuidv7()}, ${person.id}, 'sub_export', 'active', 5000)`.execute(db);
  await sql`
    insert into dealer_months (payment_id, user_id, starts_at, ends_at)
    values (${payment}, ${person.id}, now(), now() + interval '1 month')`.execute(db);
  const coupon = uuidv7();
  await sql`
    insert into coupons (id, code, percent, target, audience, user_id)
    values (${coupon}, 'ARTA-10', 10, 'all', 'account', ${person.id})`.execute(db);
  await sql`
    insert into coupon_uses (payment_id, coupon_id, user_id, discount_cents)
    values (${payment}, ${coupon}, ${person.id}, 100)`.execute(db);
  await sql`
    insert into known_devices (hash, user_id) values (sha256('device'), ${person.id})`.execute(db);
  await sql`insert into totp (user_id, secret, confirmed_at) values (${person.id}, 'sealed', now())`.execute(
    db,
  );
  await sql`insert into recovery_codes (hash, user_id) values (sha256('code'), ${person.id})`.execute(db);
  await sql`
    insert into alert_matches (saved_search_id, car_id, found_at)
    select id, ${other._id}, now() from saved_searches where user_id = ${person.id}
    on conflict do nothing`.execute(db);
  await sql`
    insert into alert_mails (id, user_id, car_id, from_price, to_price, done_at, sent)
    values (${uuidv7()}, ${person.id}, ${other._id}, 20000, 19000, now(), true)`.execute(db);

  await sql`
    insert into confirmation_questions (id, car_id, since, place, reason)
    select ${uuidv7()}, id, confirmed_at, 1, 'age' from cars where id = ${own._id}`.execute(db);

  await sql`
    insert into car_signals (car_id, kind, fingerprint, weight, evidence)
    values (${own._id}, 'vin_twice', 'f', 50, ${JSON.stringify({ otherCarId: other._id })})`.execute(db);
  await sql`
    insert into car_review_decisions (id, car_id, decision, reason, decided_by)
    values (${uuidv7()}, ${own._id}, 'ask', 'Pse?', ${admin.id})`.execute(db);
  await sql`
    insert into hidden_phones (car_id, phone_hash, owner_id)
    values (${own._id}, sha256('phone'), ${person.id})`.execute(db);

  await sql`insert into removed_references (owner_id, reference) values (${person.id}, 'A-1')`.execute(db);

  const { body } = await app.call("GET /api/me/export", { as: person });
  const found = z.record(z.string(), z.unknown()).parse(body);
  for (const key of Object.values(exported).flat()) {
    const value = found[key];
    expect(Array.isArray(value) ? value.length : value, key).toBeTruthy();
  }
  expect(found).toMatchObject({
    account: { email: person.email },
    dealer: { businessName: "Auto Arta" },
    dealerPage: page,
    contactRequests: [{ carId: own._id, count: 1 }],
    payments: [{ id: payment, car: { sellerPhone: "+38344123456" } }, { id: paid }],
    invoices: [{ amount: 50, isCreditNote: false, buyer: { email: person.email, business: "Auto Arta" } }],
    adminActions: [{ action: "user.update", after: { lastName: "Gashi" } }, { action: "key.make" }],
    reports: [{ text: "dyshim", decidedAt: null }],
    review: {
      signals: [{ carId: own._id, kind: "vin_twice" }],
      questions: [{ carId: own._id, question: "Pse?", answer: null }],
      hiddenPhones: [{ carId: own._id }],
    },
  });
  // It names neither the admin nor the other seller.
  expect(JSON.stringify(body)).not.toMatch(
    new RegExp(`${admin.id}|${admin.email}|${seller.id}|${seller.email}`),
  );
});

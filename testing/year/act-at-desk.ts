import { TOTP } from "otpauth";
import { z } from "zod";
import { dayOf } from "#domain/format/day-of.ts";
import { markTouchedByMoney } from "./act-as-provider.ts";
import type { Action } from "./actions.ts";
import { addCar, carView } from "./car-forms.ts";
import { adminOf, existingPeople, pick } from "./world.ts";

const withId = z.object({ id: z.string() });

const shownWeeks = z.object({
  weeks: z
    .array(z.object({ from: z.string(), accounts: z.number(), cars: z.number(), income: z.number() }))
    .length(12),
});

/** The Monday of the moment's week in Kosovo. */
function mondayOf(moment: number): string {
  const day = new Date(`${dayOf(new Date(moment))}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

/** How many of the moments are in each week, by its Monday. */
function perWeek(moments: readonly number[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const moment of moments) counts.set(mondayOf(moment), (counts.get(mondayOf(moment)) ?? 0) + 1);
  return counts;
}

/** Company data, fees, coupons, tariffs and payments at the admins' desk. */
export const deskActions = {
  refund: async (world, { a, b }) => {
    const admin = adminOf(world, b);
    const { rows } = await world.site.database.pool.query(`
      select id, stripe_payment_intent as intent from payments
      where status = 'fulfilled' and amount_cents > refunded_cents and amount_cents > 0 order by id`);
    const payment = pick(z.array(withId.extend({ intent: z.string().nullable() })).parse(rows), a);
    if (payment === null) return;
    if (payment.intent !== null) await markTouchedByMoney(world, payment.intent);
    else {
      const cars = await world.site.database.pool.query(
        "select car_id::text as id from payments where id = $1",
        [payment.id],
      );
      for (const { id } of z.array(z.object({ id: z.string().nullable() })).parse(cars.rows))
        if (id !== null) world.touchedByMoney.add(id);
    }
    const details = await world.ask(admin, `GET /api/admin/payments/${payment.id}`, 200);
    const { left } = z.object({ left: z.number() }).parse(details.body);
    const amount = b % 2 === 0 ? {} : { amount: Math.max(0.01, Math.round(left * 50) / 100) };
    const call = {
      body: { ...amount, reason: "Me marrëveshje", endsWhatItBought: b % 3 > 0 },
      headers: { "idempotency-key": `vit-${a}-${b}` },
    };
    const path = `POST /api/admin/payments/${payment.id}/refund`;
    await world.ask(admin, path, [200, 400, 409], call);
    // Pressed twice, it is one refund.
    if (b % 5 === 0) await world.ask(admin, path, [200, 400, 409], call);
  },
  manualPayment: async (world, { who, a, b }) => {
    const admin = adminOf(world, b);
    const dealers = existingPeople(world).filter(({ role, suspended }) => role === "dealer" && !suspended);
    const person = pick(b % 2 === 0 ? dealers : existingPeople(world), who);
    if (person === null) return;
    const waiting = await world.ask(admin, `GET /api/admin/users/${person.id}/waiting-payments`, 200);
    const { cars } = z.object({ cars: z.array(withId) }).parse(waiting.body);
    const order =
      cars.length > 0 && b % 3 > 0
        ? { what: "listing", amount: world.fees.listing, waitingId: cars[0]?.id }
        : // Dealers whose first month is paid here have no business data and can't be verified.
          person.role === "dealer" && person.index % 4 === 0
          ? { what: "dealer", amount: world.fees.subscription, months: 1 }
          : null;
    if (order === null) return;
    const answer = await world.ask(admin, "POST /api/admin/payments", [201, 400, 409], {
      body: {
        userId: person.id,
        ...order,
        currency: "usd",
        document: `B-${a}-${b}`,
        method: b % 4 === 0 ? "cash" : "bank",
      },
      headers: { "idempotency-key": `hand-${a}-${b}` },
    });
    if (answer.status !== 201 || order.what !== "listing") return;
    const { carId } = z.object({ carId: z.string().nullable() }).parse(answer.body);
    if (carId === null) return;
    const { body } = await world.ask(person, `GET /api/cars/${carId}`, 200);
    if (!world.cars.some(({ id }) => id === carId))
      addCar(world, person, carView.parse(body), { asDealer: false });
  },
  // Existing accounts and cars by the week they were created in; income from the ledger.
  readWeeks: async (world, { b }) => {
    await world.site.runUntilIdle();
    const { body } = await world.ask(adminOf(world, b), "GET /api/admin/weeks", 200);
    const { weeks } = shownWeeks.parse(body);
    const accounts = perWeek(
      world.people.flatMap(({ alive, registeredAt }) => (alive ? [registeredAt] : [])),
    );
    const cars = perWeek(
      world.cars.flatMap(({ state, publishedAt }) => (state === "deleted" ? [] : [publishedAt])),
    );
    for (const week of weeks) {
      const expected = [accounts.get(week.from) ?? 0, cars.get(week.from) ?? 0];
      if (week.accounts !== expected[0] || week.cars !== expected[1])
        world.fault(
          `the week of ${week.from} has ${week.accounts} accounts and ${week.cars} cars, not ${expected.join(" and ")}`,
        );
    }
    const { rows } = await world.site.database.pool.query(
      `select (select coalesce(sum(amount_cents), 0) from payments
          where currency = 'usd' and paid_at >= $1::timestamp at time zone 'Europe/Belgrade')::float
        - (select coalesce(sum(r.amount_cents), 0) from payment_refunds r join payments p on p.id = r.payment_id
          where p.currency = 'usd' and r.at >= $1::timestamp at time zone 'Europe/Belgrade')::float as cents`,
      [weeks[0]?.from],
    );
    const cents = Math.round(weeks.reduce((sum, { income }) => sum + income, 0) * 100);
    const [ledger] = z.array(z.object({ cents: z.number() })).parse(rows);
    if (ledger?.cents !== cents) world.fault(`twelve weeks have ${cents} cents, the ledger ${ledger?.cents}`);
  },
  coupon: async (world, { a, b }) => {
    const admin = adminOf(world, b);
    const code = `VIT-${a}`;
    const made = await world.ask(admin, "POST /api/admin/coupons", [201, 400], {
      body: {
        code,
        ...(b % 2 === 0 ? { percent: 50 } : { amount: 1 }),
        target: pick(["all", "cars", "dealers"], b),
        maxUses: 10,
      },
    });
    if (made.status !== 201) return;
    world.coupons.push(code);
    if (b % 6 === 0) await world.ask(admin, `DELETE /api/admin/coupons/${withId.parse(made.body).id}`, 204);
  },
  changeFees: async (world, { a, b }) => {
    const admin = adminOf(world, b);
    const fees = {
      listing: pick([3, 4, 5], a) ?? 3,
      sponsorshipPerDay: 1,
      socialPromotion: 10,
      subscription: pick([50, 55, 60], b) ?? 50,
    };
    await world.ask(admin, "POST /api/admin/settings/preview", 200, { body: { text: "## Kushtet" } });
    const saved = await world.ask(admin, "PUT /api/admin/settings", 200, {
      body: {
        fees,
        company: {
          name: "Vetura SH.P.K.",
          address: "Rr. Agim Ramadani 15, Prishtinë",
          businessNumber: "811234567",
          fiscalNumber: "601234567",
          vatNumber: "330123456",
        },
        eurRate: 0.86,
      },
    });
    if (saved.status === 200)
      world.fees = { ...world.fees, listing: fees.listing, subscription: fees.subscription };
  },
  moveSubscribers: async (world, { b }) => {
    await world.ask(adminOf(world, b), "POST /api/admin/settings/move-subscribers", [200, 409], {
      body: { fee: world.fees.subscription },
    });
  },
  tariff: async (world, { b }) => {
    const admin = adminOf(world, b);
    const listed = await world.ask(admin, "GET /api/admin/tariffs", 200);
    const [first] = z
      .object({ tariffs: z.array(z.record(z.string(), z.unknown())) })
      .parse(listed.body).tariffs;
    if (first === undefined) return;
    const today = new Date(world.site.now()).toISOString().slice(0, 10);
    const draft = await world.ask(admin, "POST /api/admin/tariffs", [201, 400], {
      body: { ...first, validFrom: today, validTo: null, checkedOn: today },
    });
    if (draft.status !== 201) return;
    const { id } = withId.parse(draft.body);
    await world.ask(admin, `PUT /api/admin/tariffs/${id}`, 200, {
      body: {
        ...first,
        validFrom: today,
        validTo: null,
        checkedOn: today,
        source: { title: "Dogana e Kosovës, e kontrolluar", url: "https://dogana.rks-gov.net/" },
      },
    });
    await world.ask(admin, `GET /api/admin/tariffs/${id}`, 200);
    await world.ask(admin, `POST /api/admin/tariffs/${id}/activate`, [200, 400, 409]);
  },
  stockCode: async (world, { a, b }) => {
    const admin = adminOf(world, b);
    const code = `K${a % 20}`;
    await world.ask(admin, "PUT /api/admin/stock-codes", 200, {
      body: { column: "kraftstoffart", code, value: "Diesel" },
    });
    if (b % 2 === 0)
      await world.ask(admin, `DELETE /api/admin/stock-codes?column=kraftstoffart&code=${code}`, 204);
  },
  // The second admin, promoted from a person, signs in with codes for a moment.
  secondFactor: async (world, { b }) => {
    const admin = adminOf(world, b);
    const state = await world.ask(admin, "GET /api/me/totp", 200);
    if (z.object({ enabled: z.boolean() }).parse(state.body).enabled) return;
    const begun = await world.ask(admin, "POST /api/me/totp", 200, { body: { password: admin.password } });
    const { secret } = z.object({ secret: z.string() }).parse(begun.body);
    const code = (): string => new TOTP({ secret }).generate({ timestamp: world.site.now() });
    const confirmed = await world.ask(admin, "POST /api/me/totp/confirm", 200, { body: { code: code() } });
    const { recoveryCodes } = z.object({ recoveryCodes: z.array(z.string()) }).parse(confirmed.body);
    await world.ask(admin, "DELETE /api/me/totp", 204, {
      body: { password: admin.password, code: recoveryCodes[0] },
    });
  },
} satisfies Record<string, Action>;

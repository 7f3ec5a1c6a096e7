import { z } from "zod";
import { sitemapFile } from "#web/features/search/sitemap.ts";
import { createApiClient } from "#web/lib/api-client.ts";
import { stripeOf } from "./act-as-provider.ts";
import { expectLowerMileages } from "./act-on-vins.ts";
import { hasArrived } from "./expect-mails.ts";
import type { World } from "./world.ts";

async function rowsOf<Shape extends z.ZodType>(
  world: World,
  shape: Shape,
  text: string,
  values: unknown[] = [],
) {
  const { rows } = await world.site.database.pool.query(text, values);
  return z.array(shape).parse(rows);
}

/** Reports a fault if the values differ. */
function expectEqual(world: World, what: string, found: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) world.fault(`${what}: found ${one.slice(0, 600)}, not ${other.slice(0, 600)}`);
}

const storedCar = z.object({
  id: z.string(),
  owner: z.string(),
  state: z.string(),
  hidden: z.boolean(),
  price: z.number(),
});

/** Every car is as in the model. */
async function expectCars(world: World): Promise<void> {
  const stored = new Map(
    (
      await rowsOf(
        world,
        storedCar,
        "select id::text, owner_id::text as owner, state, hidden_at is not null as hidden, price from cars",
      )
    ).map((row) => [row.id, row]),
  );
  for (const car of world.cars) {
    const row = stored.get(car.id);
    stored.delete(car.id);
    if (car.state === "deleted") {
      if (row !== undefined) world.fault(`car ${car.id} is deleted and still there`);
      continue;
    }
    if (row === undefined) {
      world.fault(`car ${car.id} (${car.state}) of ${car.owner.email} is gone`);
      continue;
    }
    if (world.touchedByMoney.has(car.id)) continue;
    const { state, hidden, price } = car;
    expectEqual(world, `car ${car.id}`, row, { id: car.id, owner: car.owner.id, state, hidden, price });
  }
  // A checkout page that was left open may still be fulfilled by the provider's webhook.
  for (const row of stored.values()) world.fault(`nobody published the car ${row.id} of ${row.owner}`);
}

/**
 * The rule for the public (specification.md#public-and-on-sale), written independently on the plain columns.
 */
const onSaleRule = `
  c.state = 'active' and c.hidden_at is null and c.disputed_at is null and u.suspended_at is null
  and (not c.published_as_dealer or u.is_dealer_by_hand or u.dealer_until > now())`;

const listed = z.array(z.object({ _id: z.string() }));

async function searchedIds(world: World, copy: number): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await world.site.call(`GET /api/cars?limit=100&page=${page}`, { copy });
    const cars = listed.parse(answer.body);
    ids.push(...cars.map(({ _id }) => _id));
    if (cars.length < 100) return ids.toSorted();
  }
}

/** The sitemap contains exactly these cars. */
async function expectSitemap(world: World, expected: readonly string[]): Promise<void> {
  const { site } = world;
  const api = createApiClient((path) => fetch(new URL(path, site.publicUrl)));
  const named: string[] = [];
  for (let number = 1; ; number += 1) {
    const xml = await sitemapFile(api, site.publicUrl, `${number}.xml`);
    const cars = Array.from((xml ?? "").matchAll(/\/car\/([\da-f-]{36})/g), ([, id = ""]) => id);
    if (cars.length === 0) break;
    named.push(...cars);
  }
  if (JSON.stringify(named.toSorted()) !== JSON.stringify(expected))
    world.fault(`the sitemap names ${named.length} cars, not the ${expected.length} on sale`);
}

const seenWithin = 5_000;

/** Search, facets and feeds of both processes have exactly the cars on sale. */
async function expectPublic(world: World): Promise<void> {
  const onSale = await rowsOf(
    world,
    z.object({
      id: z.string(),
      owner: z.string(),
      brand: z.string(),
      fuel: z.string(),
      location: z.string(),
    }),
    `select c.id::text, c.owner_id::text as owner, c.brand, c.fuel, c.location from cars c join users u on u.id = c.owner_id
    where ${onSaleRule} order by c.id`,
  );
  const expected = onSale.map(({ id }) => id).toSorted();
  for (const copy of [0, 1]) {
    const until = performance.now() + seenWithin;
    let found = await searchedIds(world, copy);
    while (JSON.stringify(found) !== JSON.stringify(expected) && performance.now() < until)
      found = await searchedIds(world, copy);
    const extra = found.filter((id) => !expected.includes(id));
    const lacking = expected.filter((id) => !found.includes(id));
    if (extra.length + lacking.length > 0)
      world.fault(
        `search of copy ${copy} lacks ${lacking.join(", ") || "none"} and has ${extra.join(", ") || "none"} too many`,
      );
    const { body } = await world.site.call("GET /api/cars/facets", { copy });
    const counts = z.record(z.string(), z.number());
    const facets = z.object({ total: z.number(), brand: counts, fuel: counts, location: counts }).parse(body);
    expectEqual(world, `total of copy ${copy}`, facets.total, expected.length);
    for (const field of ["brand", "fuel", "location"] as const) {
      const recounted = new Map<string, number>();
      for (const car of onSale) recounted.set(car[field], (recounted.get(car[field]) ?? 0) + 1);
      const present = Object.entries(facets[field]).filter(([, count]) => count > 0);
      expectEqual(
        world,
        `facet ${field} of copy ${copy}`,
        present.toSorted(([one], [other]) => (one < other ? -1 : 1)),
        [...recounted].toSorted(([one], [other]) => (one < other ? -1 : 1)),
      );
    }
  }
  await expectSitemap(world, expected);
  const dealers = await rowsOf(
    world,
    z.object({ id: z.string(), open: z.boolean() }),
    `select f.user_id::text as id, (u.suspended_at is null and (u.is_dealer_by_hand or u.dealer_until > now()))
    is true as open from outward_feeds f join users u on u.id = f.user_id`,
  );
  for (const { id, open } of dealers) {
    const answer = await world.site.call(`GET /dealers/${id}/feed.json`, {});
    if (!open || answer.status !== 200) {
      if ((answer.status === 200) !== open) world.fault(`the feed of ${id} answers ${answer.status}`);
      continue;
    }
    const text = JSON.stringify(answer.body);
    for (const car of onSale)
      if (text.includes(car.id) !== (car.owner === id))
        world.fault(`the feed of ${id} is wrong about ${car.id}`);
  }
}

const charge = z.object({ intent: z.string(), status: z.string(), amount: z.number(), refunded: z.number() });

/** The ledger's net equals the provider's, and that of invoices minus credit notes; numbers have no gap. */
async function expectMoney(world: World): Promise<void> {
  const stripe = stripeOf(world);
  const provider = new Map<string, { amount: number; back: number }>();
  for await (const intent of stripe.paymentIntents.list({ limit: 100 }))
    if (intent.amount_received > 0) provider.set(intent.id, { amount: intent.amount_received, back: 0 });
  for await (const one of stripe.charges.list({ limit: 100 })) {
    const intent =
      typeof one.payment_intent === "string" ? one.payment_intent : (one.payment_intent?.id ?? "");
    const known = provider.get(intent);
    if (known !== undefined) known.back += one.amount_refunded;
  }
  for await (const one of stripe.disputes.list({ limit: 100 })) {
    const intent =
      typeof one.payment_intent === "string" ? one.payment_intent : (one.payment_intent?.id ?? "");
    const known = provider.get(intent);
    if (known !== undefined && one.status === "lost") known.back += one.amount;
  }
  const ledger = await rowsOf(
    world,
    charge,
    `select stripe_payment_intent as intent, status, amount_cents as amount, refunded_cents as refunded
    from payments where stripe_payment_intent is not null and status in ('paid', 'fulfilled', 'refunded')`,
  );
  for (const row of ledger) {
    const truth = provider.get(row.intent);
    provider.delete(row.intent);
    expectEqual(world, `charge ${row.intent}`, { amount: row.amount, back: row.refunded }, truth);
    if (row.status === "paid") world.fault(`charge ${row.intent} is paid and not carried out`);
  }
  for (const [intent, { amount }] of provider)
    world.fault(`the ledger lacks the charge ${intent} of ${amount}`);

  const due = await rowsOf(
    world,
    z.object({ id: z.string() }),
    "select payment_id::text as id from invoices_due",
  );
  for (const { id } of due) world.fault(`payment ${id} waits for its document`);
  const documents = await rowsOf(
    world,
    z.object({ id: z.string(), net: z.number(), said: z.number() }),
    `select p.id::text, p.amount_cents - p.refunded_cents as net,
      coalesce(sum(case when i.refund_id is null then i.gross_cents else -i.gross_cents end), 0)::int as said
    from payments p left join invoices i on i.payment_id = p.id
    where p.status in ('fulfilled', 'refunded') and p.amount_cents > 0 group by p.id`,
  );
  for (const { id, net, said } of documents)
    if (net !== said) world.fault(`payment ${id} has a net of ${net} and documents of ${said}`);
  const series = await rowsOf(
    world,
    z.object({ series: z.string(), count: z.number(), first: z.number(), last: z.number() }),
    `select series, count(*)::int as count, min(position)::int as first, max(position)::int as last from invoices group by series`,
  );
  for (const { series: name, count, first, last } of series)
    if (first !== 1 || last !== count)
      world.fault(`numbers of ${name} have a gap: ${count} from ${first} to ${last}`);

  // The mails of each payment were sent, under their names.
  const mails = await rowsOf(
    world,
    z.object({ name: z.string() }),
    `select (case when kind = 'subscription' and months is null then 'started:' else 'receipt:' end) || id as name from payments
      where status in ('fulfilled', 'refunded') and (method = 'card' or months is not null or car_id is not null)
        and amount_cents > 0 and refund_reason is null and fulfilled_at < now() - interval '1 hour'
        and user_id is not null
    union all select 'invoice:' || id from invoices where buyer is not null and buyer ->> 'email' is not null
      and issued_at < now() - interval '1 hour'
    union all select 'alert-' || id from alert_mails where sent
    union all select 'confirm-' || id from confirmation_mails where created_at > now() - interval '60 days'`,
  );
  for (const { name } of mails) if (!hasArrived(world, name)) world.fault(`the mail ${name} never came`);
}

/** No job has failed or waits for a retry; no event is uncounted; totals equal a recount. */
async function expectWork(world: World): Promise<void> {
  await world.site.flush();
  const failed = await rowsOf(
    world,
    z.object({ task: z.string(), attempts: z.number(), error: z.string().nullable() }),
    `select t.identifier as task, j.attempts, j.last_error as error from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where j.last_error is not null`,
  );
  for (const { task, attempts, error } of failed)
    world.fault(`the job ${task} has failed ${attempts} times: ${error?.slice(0, 300) ?? ""}`);
  const wrong = await rowsOf(
    world,
    z.object({ car: z.string(), day: z.string(), kind: z.string(), counted: z.number(), events: z.number() }),
    `with events as (
      select shown.car_id, e.day, e.kind, count(*)::int as events from stat_events e
      cross join unnest(e.cars) as shown (car_id) join cars c on c.id = shown.car_id
      where e.id <= (select up_to from stat_counted) group by 1, 2, 3)
    select e.car_id::text as car, e.day::text, e.kind, coalesce(d.count, 0)::int as counted, e.events
    from events e left join stat_days d using (car_id, day, kind)
    where coalesce(d.count, 0) <> e.events and e.day > (now() - interval '80 days')::date`,
  );
  const counts = new Map(
    (
      await rowsOf(
        world,
        z.object({ name: z.string(), count: z.number() }),
        `select car_id || '|' || day || '|' || kind as name, sum(count)::int as count
        from (select * from stat_days union all select * from stat_uncounted) as all_counts group by 1`,
      )
    ).map(({ name, count }) => [name, count]),
  );
  for (const [name, visitors] of world.interest) {
    const [id = ""] = name.split("|", 1);
    const car = world.cars.find((one) => one.id === id);
    if (car !== undefined && car.state !== "deleted")
      expectEqual(world, `statistics ${name}`, counts.get(name) ?? 0, visitors.size);
  }
  for (const one of wrong.slice(0, 5))
    world.fault(`statistics of ${one.car} on ${one.day}: ${one.counted} ${one.kind}, not ${one.events}`);
}

/** Invariants that hold whenever nothing is due. */
export async function expectInvariants(world: World): Promise<void> {
  await expectCars(world);
  await expectPublic(world);
  await expectLowerMileages(world);
  await expectMoney(world);
  await expectWork(world);
}

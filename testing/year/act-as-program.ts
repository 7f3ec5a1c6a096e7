import { z } from "zod";
import { keyLimits, type KeyScope } from "#domain/dealers/dealer-keys.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { dealerOf, importStock, isDealer } from "./act-as-dealer.ts";
import type { Action } from "./actions.ts";
import { type ModelKey, type ModelPerson, pick, type World } from "./world.ts";

const madeKey = z.object({ id: z.string(), key: z.string().regex(/^vk_[\w-]{43}$/) });
const listedKeys = z.array(z.object({ id: z.string(), lastUsedAt: z.string().nullable() }));

const choices: readonly (readonly KeyScope[])[] = [["stock"], ["statistics"], ["stock", "statistics"]];

/** What a key opens, by scope, and what none of them opens. */
const reads: readonly (readonly [request: string, scope: KeyScope | null])[] = [
  ["GET /api/dealer/stats", "statistics"],
  ["GET /api/dealer/report", "statistics"],
  ["GET /api/dealer/report.csv", "statistics"],
  ["GET /api/cars/my", "stock"],
  ["GET /api/dealer/imports", "stock"],
  ["GET /api/dealer/export.csv", "stock"],
  ["GET /api/dealer/keys", null],
  ["GET /api/me", null],
  ["GET /api/cars", null],
];

const activeKeys = ({ keys }: ModelPerson): ModelKey[] => keys.filter(({ hasEnded }) => !hasEnded);

/** How a call with the key must be answered, whatever it opens; 200 where that is for its scopes to say. */
async function expectedStatus(world: World, owner: ModelPerson, key: ModelKey): Promise<200 | 401 | 403> {
  if (!owner.alive || key.hasEnded) return 401;
  return owner.suspended || !(await isDealer(world, owner)) ? 403 : 200;
}

/** Calls with the key; the answers are those that its scopes and its owner's standing allow. */
export async function expectKey(
  world: World,
  owner: ModelPerson,
  key: ModelKey,
  calls = reads,
): Promise<void> {
  const standing = await expectedStatus(world, owner, key);
  for (const [request, scope] of calls) {
    const isOpen = scope !== null && key.scopes.includes(scope);
    await world.ask(null, request, standing === 200 && !isOpen ? 403 : standing, { token: key.key });
  }
}

/** The dealer reads which keys there are, and that this one was used today. */
async function expectList(world: World, owner: ModelPerson, used: ModelKey | null): Promise<void> {
  const { body } = await world.ask(owner, "GET /api/dealer/keys", 200);
  const listed = listedKeys.parse(body);
  const [found, right] = [
    listed.map(({ id }) => id).toSorted(),
    activeKeys(owner)
      .map(({ id }) => id)
      .toSorted(),
  ];
  if (JSON.stringify(found) !== JSON.stringify(right))
    world.fault(`${owner.email} has the keys ${found.join(", ")}, not ${right.join(", ")}`);
  const day = listed.find(({ id }) => id === used?.id)?.lastUsedAt;
  const today = dayOf(new Date(world.site.now()));
  if (used !== null && day !== today) world.fault(`the key ${used.id} was used on ${day}, not on ${today}`);
}

/** Somebody who ever had a key. */
function ownerOfKeys(world: World, by: number): ModelPerson | null {
  return pick(
    world.people.filter(({ keys }) => keys.length > 0),
    by,
  );
}

/** Dealers' keys and the programs that call with them. */
export const programActions = {
  makeKey: async (world, step) => {
    const person = dealerOf(world, step);
    if (person === null) return;
    const scopes = pick(choices, step.a) ?? ["stock"];
    const isFull = activeKeys(person).length >= keyLimits.maxKeys;
    const status = (await isDealer(world, person)) ? (isFull ? 409 : 201) : 403;
    const body = { name: `Programi ${step.b % 100}`, scopes };
    const answer = await world.ask(person, "POST /api/dealer/keys", status, { body });
    if (answer.status !== 201) return;
    person.keys.push({ ...madeKey.parse(answer.body), scopes, hasEnded: false });
    world.expectMail(person.email, "keyMade");
    await expectList(world, person, null);
  },
  callWithKey: async (world, { who, a }) => {
    const owner = ownerOfKeys(world, who);
    const key = owner === null ? null : pick(owner.keys, a);
    if (owner === null || key === null) return;
    await expectKey(world, owner, key);
    if ((await expectedStatus(world, owner, key)) === 200) await expectList(world, owner, key);
  },
  importWithKey: async (world, step) => {
    const owner = ownerOfKeys(world, step.who);
    const key = owner?.keys.find(({ scopes, hasEnded }) => scopes.includes("stock") && !hasEnded);
    if (owner === null || key === undefined || (await expectedStatus(world, owner, key)) !== 200) return;
    await importStock(world, owner, step, { token: key.key });
  },
  endKey: async (world, { who, a }) => {
    const owner = ownerOfKeys(world, who);
    const key = owner === null ? null : pick(activeKeys(owner), a);
    if (owner === null || key === null || !owner.alive) return;
    const answer = await world.ask(owner, `DELETE /api/dealer/keys/${key.id}`, 204);
    if (answer.status !== 204) return;
    key.hasEnded = true;
    world.expectMail(owner.email, "keyEnded");
    await expectKey(world, owner, key);
    await world.ask(owner, `DELETE /api/dealer/keys/${key.id}`, 404);
    await expectList(world, owner, null);
  },
} satisfies Record<string, Action>;

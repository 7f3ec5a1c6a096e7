import { afterAll, beforeAll, expect, test } from "vitest";
import { stockMessages } from "#domain/messages/stock.ts";
import { type Answer, carOf, createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const newDealer = () => app.registerUser({ isDealerByHand: true });

const publish = async (as: TestUser, reference?: string | null) =>
  app.call("POST /api/cars", { as, body: { ...(await app.carFields(as)), ...given(reference) } });

const given = (reference: string | null | undefined) => (reference === undefined ? {} : { reference });

async function put(as: TestUser, id: string, reference?: string | null): Promise<Answer> {
  return app.call(`PUT /api/cars/${id}`, {
    as,
    body: { ...(await app.carFields(as)), ...given(reference) },
  });
}

test("a car keeps its reference when a form leaves it out, and loses it when told so", async () => {
  const dealer = await newDealer();
  const { _id, reference } = carOf(await publish(dealer, "A.1-x_9"));
  expect(reference).toBe("A.1-x_9");
  expect(carOf(await put(dealer, _id)).reference).toBe("A.1-x_9");
  expect(carOf(await put(dealer, _id, "B-2")).reference).toBe("B-2");
  expect(carOf(await put(dealer, _id, "")).reference).toBeNull();
  expect(carOf(await put(dealer, _id, "B-2")).reference).toBe("B-2");
  expect(carOf(await put(dealer, _id, null)).reference).toBeNull();
  expect(carOf(await publish(dealer)).reference).toBeNull();
});

test("the owner and admins read a reference, nobody else", async () => {
  const dealer = await newDealer();
  const { _id } = carOf(await publish(dealer, "A-1"));
  const read = async (as?: TestUser) => carOf(await app.call(`GET /api/cars/${_id}`, as ? { as } : {}));
  for (const as of [dealer, await app.registerUser({ isAdmin: true })])
    expect((await read(as)).reference).toBe("A-1");
  for (const as of [undefined, await app.registerUser()])
    expect(await read(as)).not.toHaveProperty("reference");
});

test("a reference is one car's of its owner, the case counts, and other owners may have it", async () => {
  const [dealer, other] = [await newDealer(), await newDealer()];
  const { _id } = carOf(await publish(dealer, "A-1"));
  for (const [as, reference] of [
    [dealer, "a-1"],
    [other, "A-1"],
  ] as const)
    expect(carOf(await publish(as, reference)).reference).toBe(reference);
  // An archived car still has it.
  await app.call(`DELETE /api/cars/${_id}`, { as: dealer });
  const taken = { reference: stockMessages.referenceTaken };
  expect(errorOf(await publish(dealer, "A-1")).fields).toEqual(taken);
  const third = carOf(await publish(dealer, "A-3"));
  const refused = await put(dealer, third._id, "A-1");
  expect(refused.status).toBe(400);
  expect(errorOf(refused).fields).toEqual(taken);
  // Its own is no other's.
  expect(carOf(await put(dealer, third._id, "A-3")).reference).toBe("A-3");
});

test("of two cars published at once with one reference one is refused by the field's name", async () => {
  const dealer = await newDealer();
  const answers = await Promise.all([publish(dealer, "A-1"), publish(dealer, "A-1")]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400]);
});

test.each(["A 1", "Ç-1", "a/b", "x".repeat(41), " A-1"])("%j is no reference", async (reference) => {
  const answer = await publish(await newDealer(), reference);
  expect(answer.status).toBe(400);
  expect(errorOf(answer).fields).toEqual({ reference: stockMessages.referenceInvalid });
});

test("forty letters are a reference", async () => {
  expect(carOf(await publish(await newDealer(), "x".repeat(40))).reference).toHaveLength(40);
});

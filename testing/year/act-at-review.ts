import { z } from "zod";
import { reviewLimits } from "#domain/admin/review-signals.ts";
import { noteHidden } from "./act-as-admin.ts";
import type { Action } from "./actions.ts";
import { isPublic, isUncertain } from "./car-rule.ts";
import { waitForReviews } from "./wait-for-reviews.ts";
import { hasLowerReading } from "./mileage-rule.ts";
import { adminOf, type ModelCar, type ModelDecision, type ModelPerson, pick, type World } from "./world.ts";

const undoMs = reviewLimits.maxUndoMinutes * 60_000;
const nearMs = 60_000;

const cases = z.object({
  cars: z.array(
    z.object({
      car: z.object({ _id: z.string() }),
      score: z.number(),
      signals: z.array(z.object({ kind: z.string(), evidence: z.record(z.string(), z.unknown()) })),
      version: z.number(),
      decisions: z.array(z.object({ answer: z.string().nullable() })),
    }),
  ),
});
type Case = z.infer<typeof cases>["cars"][number];

/** What the evidence of a signal is told apart by, where that is plain to see. */
function evidenceOf({ signals }: Case): string[] {
  return signals.flatMap(({ kind, evidence }) =>
    ["vin_twice", "phone_of_hidden_car"].includes(kind)
      ? [`${kind} ${String(evidence["otherCarId"])}`]
      : kind === "mileage_lower_than_before"
        ? [`${kind} ${String(evidence["mileage"])} ${String(evidence["mileageBefore"])}`]
        : kind === "vin_other_make"
          ? [`${kind} ${String(evidence["brand"])} ${String(evidence["make"])}`]
          : [],
  );
}

/** The decision that holds: undoing gives the one before it back. */
function lastOf({ decisions }: ModelCar): ModelDecision | undefined {
  return decisions.findLast(({ isUndone }) => !isUndone);
}

/** What an admin asks and the owner has not answered. */
function questionOf(car: ModelCar): string | null {
  const last = lastOf(car);
  return last?.decision === "ask" && !last.isAnswered ? last.reason : null;
}

const questions = z.array(z.object({ carId: z.string(), question: z.string() }));

async function questionsTo(world: World, owner: ModelPerson): Promise<z.infer<typeof questions>> {
  const listed = questions.parse((await world.ask(owner, "GET /api/me/review-questions", 200)).body);
  for (const { carId, question } of listed) {
    const car = owner.cars.find(({ id }) => id === carId);
    if (car === undefined || questionOf(car) !== question)
      world.fault(`nobody asked ${owner.email} "${question}" about ${carId}`);
  }
  return listed;
}

/** The queue, in its order, without what cannot be in it. */
async function readQueue(world: World, admin: ModelPerson, search: string): Promise<Case[]> {
  const { body } = await world.ask(admin, `GET /api/admin/review?limit=100${search}`, 200);
  const listed = cases.parse(body).cars;
  for (const [at, one] of listed.entries()) {
    const car = world.cars.find(({ id }) => id === one.car._id);
    if (car === undefined) world.fault(`nobody knows the car ${one.car._id} of the review`);
    else if (car.hidden || car.owner.suspended || (car.state !== "active" && !isUncertain(world, car)))
      world.fault(`the review has the car ${car.id} (${car.state}), which is not on sale`);
    for (const evidence of evidenceOf(one))
      if (car?.dismissed.has(evidence) === true)
        world.fault(`car ${car.id} is reviewed again for ${evidence}, which was dismissed`);
    if (search === "" && one.score > (listed[at - 1]?.score ?? reviewLimits.maxScore))
      world.fault(`the review has a score of ${one.score} behind a lower one`);
  }
  return listed;
}

/** Every car on sale that says less than an earlier listing waits for an admin, unless one has looked at it. */
function expectLowerIn(world: World, listed: readonly Case[]): void {
  const found = new Set(listed.map(({ car }) => car._id));
  for (const car of world.cars) {
    const isDecided =
      lastOf(car)?.decision === "ask" ||
      [...car.dismissed].some((evidence) => evidence.startsWith("mileage_lower_than_before"));
    const isDue =
      car.lower !== null && hasLowerReading(world, car) && car.state === "active" && isPublic(car);
    if (isDue && !isDecided && !isUncertain(world, car) && !found.has(car.id))
      world.fault(`the review lacks the car ${car.id}, which says less than an earlier listing`);
  }
}

async function undo(world: World, admin: ModelPerson, car: ModelCar): Promise<void> {
  const last = lastOf(car);
  const answer = await world.ask(admin, `POST /api/admin/review/${car.id}/undo`, 200);
  if (last === undefined || answer.status !== 200) return;
  last.isUndone = true;
  for (const evidence of last.evidence) car.dismissed.delete(evidence);
  for (const address of new Set(last.reporters.values())) {
    const at = world.expected.findIndex(({ to, kind }) => to === address && kind === "report");
    if (at >= 0) world.expected.splice(at, 1);
  }
  for (const [reporter, address] of last.reporters) car.reporters.set(reporter, address);
  if (last.decision === "hide") await noteHidden(world, car, false);
}

/** Decides on a case as it was seen; a second decision for it is refused. */
async function decide(world: World, admin: ModelPerson, one: Case, by: number): Promise<ModelCar | null> {
  const car = world.cars.find(({ id }) => id === one.car._id);
  const decision = pick(["dismiss", "ask", "hide", "dismiss", "ask"] as const, by) ?? "dismiss";
  if (car === undefined) return null;
  const call = {
    body: { decision, reason: `Pse, ${world.step}?` },
    headers: { "if-match": `"${one.version}"` },
  };
  // A dealer's car may have left the queue with the paid period.
  const statuses = isUncertain(world, car) ? [200, 409] : 200;
  const answer = await world.ask(admin, `POST /api/admin/review/${car.id}`, statuses, call);
  if (answer.status !== 200) return null;
  const evidence = decision === "dismiss" ? evidenceOf(one) : [];
  for (const each of evidence) car.dismissed.add(each);
  car.decisions.push({
    decision,
    reason: call.body.reason,
    at: world.site.now(),
    evidence,
    reporters: new Map(decision === "hide" ? car.reporters : []),
    isUndone: false,
    isAnswered: false,
  });
  if (decision === "hide") await noteHidden(world, car, true);
  if (decision === "ask") world.expectMail(car.owner.email, "carAsked");
  await world.ask(admin, `POST /api/admin/review/${car.id}`, 409, call);
  const isAsked = (await questionsTo(world, car.owner)).some(({ carId }) => carId === car.id);
  if (isAsked !== (decision === "ask"))
    world.fault(`the owner of ${car.id} ${isAsked ? "still reads" : "does not read"} a question`);
  return car;
}

/** Cars with signals, at the admins' and at their owners'. */
export const reviewActions = {
  review: async (world, { a, b }) => {
    const admin = adminOf(world, b);
    await waitForReviews(world);
    const lower = await readQueue(world, admin, "&kind=mileage_lower_than_before");
    expectLowerIn(world, lower);
    const one = pick(b % 2 === 0 && lower.length > 0 ? lower : await readQueue(world, admin, ""), a);
    const car = one === null ? null : await decide(world, admin, one, b);
    if (car !== null && a % 4 === 0) await undo(world, admin, car);
  },
  // Who thinks better of it after an hour is refused.
  undoReview: async (world, { a, b }) => {
    const decided = world.cars.filter((car) => {
      const last = lastOf(car);
      return car.state !== "deleted" && last !== undefined && world.site.now() - last.at > undoMs + nearMs;
    });
    const car = pick(decided, a);
    const admin = adminOf(world, b);
    if (car !== null) await world.ask(admin, `POST /api/admin/review/${car.id}/undo`, 409);
    await world.ask(admin, "GET /api/admin/review?state=asked&limit=100", 200);
    await world.ask(admin, "GET /api/admin/review?state=decided&limit=100", 200);
  },
  answerReview: async (world, { a }) => {
    const asked = world.cars.filter(
      (car) => car.state !== "deleted" && car.owner.alive && questionOf(car) !== null,
    );
    const car = pick(asked, a);
    if (car === null) return;
    await questionsTo(world, car.owner);
    const call = { body: { text: "E solla nga Zvicra, me të gjitha dokumentet." } };
    const answer = await world.ask(car.owner, `POST /api/cars/${car.id}/review-answer`, 204, call);
    const last = lastOf(car);
    if (answer.status !== 204 || last === undefined) return;
    last.isAnswered = true;
    await world.ask(car.owner, `POST /api/cars/${car.id}/review-answer`, 409, call);
    await questionsTo(world, car.owner);
  },
} satisfies Record<string, Action>;

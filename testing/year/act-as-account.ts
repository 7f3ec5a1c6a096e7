import { z } from "zod";
import type { Action } from "./actions.ts";
import { publicCar } from "./act-as-visitor.ts";
import { expectMails } from "./expect-mails.ts";
import { existingPeople, type ModelPerson, pick, signIn, storeSession, type World } from "./world.ts";

const withId = z.object({ id: z.string() });

/** Tokens of the links in a mail's text that lead to this path. */
function tokens(text: string, path: string): string[] {
  return Array.from(text.matchAll(new RegExp(`${path}\\?token=([\\w.~-]+)`, "g")), ([, token = ""]) => token);
}

function mailsOf(world: World, person: ModelPerson) {
  return world.site.mail.mails.filter(({ to }) => to === person.email);
}

/** What a deletion of an account removes with it, and the mails to those who reported its cars. */
export function deleteFromModel(world: World, person: ModelPerson): void {
  person.alive = false;
  for (const one of world.expected) if (one.to === person.email) one.optional = true;
  for (const car of person.cars) {
    if (car.state === "deleted") continue;
    expectReporterMails(world, car.reporters);
    car.reporters.clear();
    car.state = "deleted";
  }
  // The address left with a report is deleted with the account that sent the report.
  for (const car of world.cars) {
    car.reporters.delete(person.id);
    for (const { reporters } of car.decisions)
      for (const one of world.expected)
        if (one.kind === "report" && one.to === reporters.get(person.id)) one.optional = true;
  }
  world.deleted.push({ id: person.id, email: person.email, firstName: person.firstName });
}

/** Whether this account may be deleted: of dealers every eighth, so that some are left. */
export function mayDelete({ role }: ModelPerson, by: number): boolean {
  return role === (by % 8 === 0 ? "dealer" : "person");
}

/** Before rows are deleted that mails depend on: writes and checks the pending mails. */
export async function expectPendingMails(world: World): Promise<void> {
  await world.site.runUntilIdle();
  await expectMails(world);
}

/** One mail per address, however many reports it sent. */
export function expectReporterMails(world: World, reporters: ReadonlyMap<string, string>): void {
  for (const address of new Set(reporters.values())) world.expectMail(address, "report");
}

export const accountActions = {
  register: async (world, { who }) => {
    const person = world.people[who % Math.max(1, world.people.length - 1)];
    if (person === undefined || person.alive || person.id !== "" || person.role === "admin") return;
    const answer = await world.site.call("POST /api/register", {
      body: {
        firstName: person.firstName,
        lastName: "Vjetori",
        email: person.email,
        phone: `+38344${String(100_000 + person.index)}`,
        password: person.password,
      },
    });
    if (answer.status !== 201)
      return world.fault(`register answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    storeSession(world, person, answer);
    person.alive = true;
    person.registeredAt = world.site.now();
    world.expectMail(person.email, "verify");
  },
  pressVerify: async (world, { who }) => {
    const person = pick(
      existingPeople(world).filter(({ proven }) => !proven),
      who,
    );
    if (person === null) return;
    const mail = mailsOf(world, person).findLast(({ text }) => text.includes("/verify-email?token="));
    const [token] = tokens(mail?.text ?? "", "/verify-email");
    if (mail === undefined || token === undefined) return;
    const isOld = world.site.now() - mail.at > 7 * 86_400_000;
    if (isOld) {
      await world.ask(person, "POST /api/verify-email", [400, 410], { body: { token } });
      await world.ask(person, "POST /api/verify-email/resend", 204);
      world.expectMail(person.email, "verify");
      return;
    }
    await world.ask(null, "POST /api/verify-email", 204, { body: { token } });
    person.proven = true;
    const me = await world.ask(person, "GET /api/me", 200);
    if (!z.object({ emailVerified: z.boolean() }).parse(me.body).emailVerified)
      world.fault(`${person.email} is not verified after the link`);
    await world.ask(null, "POST /api/verify-email", [400, 410], { body: { token } });
  },
  // Opens the link of a question about a car, or of an unsubscription.
  pressOther: async (world, { who, a, b }) => {
    const person = pick(existingPeople(world), who);
    if (person === null) return;
    const mails = mailsOf(world, person).filter(({ messageId }) => !person.mailsRead.has(messageId));
    const asked = pick(
      mails.filter(({ text }) => text.includes("?token=") && !text.includes("/verify-email")),
      a,
    );
    if (asked === null) return;
    person.mailsRead.add(asked.messageId);
    const [path = "", token = ""] =
      /\/([\w/-]+)\?token=([\w.~-]+)/.exec(asked.text.replaceAll(world.site.publicUrl, ""))?.slice(1) ?? [];
    if (path.includes("reset")) return;
    if (path.includes("unsubscribe") || path.includes("mbyll")) {
      await world.ask(null, `POST /api/unsubscribe?token=${token}`, [204, 303]);
      return;
    }
    const looked = await world.ask(null, `GET /api/confirmation?token=${token}`, [200, 410]);
    if (looked.status !== 200) return;
    const { id } = withId.parse(looked.body);
    const car = world.cars.find((one) => one.id === id);
    const answer = b % 4 === 0 ? "sold" : "on_sale";
    const answered = await world.ask(null, "POST /api/confirmation", [204, 409, 410], {
      body: { token, answer },
    });
    if (answered.status !== 204) return;
    if (answer === "sold" && car?.state === "active") car.state = "sold";
  },
  profile: async (world, { who, a }) => {
    const person = pick(existingPeople(world), who);
    if (person === null) return;
    await world.ask(person, "PUT /api/me", 200, {
      body: {
        lastName: pick(["Krasniqi", "Gashi", "Berisha"], a),
        phone: `+38345${100_000 + (a % 800_000)}`,
      },
    });
    await world.ask(person, "GET /api/me/status", 200);
  },
  sessions: async (world, { who, a }) => {
    const person = pick(existingPeople(world), who);
    if (person === null) return;
    const other = await world.site.call("POST /api/login", {
      body: { email: person.email, password: person.password },
    });
    if (other.status !== 200) return world.fault(`login answered ${other.status}`);
    const { token } = z.object({ token: z.string() }).parse(other.body);
    const answer = await world.ask(person, "GET /api/me/sessions", 200);
    const sessions = z.array(withId.extend({ current: z.boolean() })).parse(answer.body);
    const another = sessions.find(({ current }) => !current);
    if (a % 3 === 0) await world.site.call("POST /api/logout", { token });
    else if (a % 3 === 1) await world.ask(person, "DELETE /api/me/sessions", 204);
    else if (another !== undefined) await world.ask(person, `DELETE /api/me/sessions/${another.id}`, 204);
  },
  forgot: async (world, { who, a }) => {
    const person = pick(existingPeople(world), who);
    if (person === null) return;
    await world.ask(null, "POST /api/password/forgot", 204, { body: { email: person.email } });
    await world.ask(null, "POST /api/password/forgot", 204, { body: { email: "askush@year.example" } });
    world.expectMail(person.email, "reset");
    await world.site.runUntilIdle();
    const mail = mailsOf(world, person).findLast(({ text }) => text.includes("/reset-password?token="));
    const [token] = tokens(mail?.text ?? "", "/reset-password");
    if (token === undefined) return world.fault(`no link to a new password for ${person.email}`);
    person.password = `fjalëkalim-i-ri-${a}`;
    await world.ask(null, "POST /api/password/reset", 204, { body: { token, password: person.password } });
    world.expectMail(person.email, "passwordChanged");
    person.proven = true;
    person.cookie = "";
    await signIn(world, person);
  },
  favourite: async (world, { who, a, b }) => {
    const person = pick(existingPeople(world), who);
    const car = publicCar(world, a);
    if (person === null || car === null) return;
    if (b % 7 === 0) {
      await world.ask(person, "DELETE /api/me/favourites", 204);
      return;
    }
    const listed = await world.ask(person, "GET /api/me/favourites", 200);
    const { favourites } = z.object({ favourites: z.array(withId) }).parse(listed.body);
    const ids = [...new Set([car.id, ...favourites.map(({ id }) => id)])].slice(0, 20);
    await world.ask(person, "PUT /api/me/favourites", 200, { body: { ids } });
  },
  follow: async (world, { who, a, b }) => {
    const person = pick(existingPeople(world), who);
    const car = publicCar(world, a);
    if (person === null || car === null) return;
    if (b % 5 === 0) await world.ask(person, `DELETE /api/cars/${car.id}/follow`, 204);
    else await world.ask(person, `PUT /api/cars/${car.id}/follow`, [200, 409]);
    await world.ask(person, `GET /api/cars/${car.id}/follow`, 200);
    await world.ask(person, "GET /api/followed-cars", 200);
  },
  saveSearch: async (world, { who, a, b }) => {
    const person = pick(existingPeople(world), who);
    if (person === null) return;
    const query = pick(["brand=Volkswagen", "maxPrice=8000", "fuel=Diesel&minYear=2016", "q=audi"], a) ?? "";
    const saved = await world.ask(person, "POST /api/saved-searches", [200, 201, 409], {
      body: { query, frequency: pick(["at_once", "daily"], b) },
    });
    if (saved.status > 201) return;
    const { id } = withId.parse(saved.body);
    if (b % 6 === 0) {
      await expectPendingMails(world);
      await world.ask(person, `DELETE /api/saved-searches/${id}`, 204);
    }
    if (b % 6 === 1)
      await world.ask(person, `PUT /api/saved-searches/${id}`, 200, { body: { frequency: "never" } });
    await world.ask(person, "GET /api/saved-searches", 200);
  },
  export: async (world, { who }) => {
    const person = pick(existingPeople(world), who);
    if (person === null) return;
    const answer = await world.ask(person, "GET /api/me/export", 200);
    const { cars } = z.object({ cars: z.array(z.object({ _id: z.string() })) }).parse(answer.body);
    const ids = new Set(cars.map(({ _id }) => _id));
    const text = JSON.stringify(answer.body);
    if (!text.includes(person.email)) world.fault(`the export of ${person.email} does not name them`);
    for (const car of person.cars)
      if (car.state !== "deleted" && !ids.has(car.id))
        world.fault(`the export of ${person.email} lacks the car ${car.id}`);
  },
  deleteAccount: async (world, { who, b }) => {
    const person = pick(
      existingPeople(world).filter((one) => mayDelete(one, b)),
      who,
    );
    if (person === null) return;
    await expectPendingMails(world);
    await world.ask(person, "DELETE /api/me", 204, { body: { password: person.password } });
    deleteFromModel(world, person);
    const again = await world.site.call("GET /api/me", { token: person.token });
    if (again.status !== 401) world.fault(`a deleted account is signed in: ${again.status}`);
  },
} satisfies Record<string, Action>;

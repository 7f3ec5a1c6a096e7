import { z } from "zod";
import { sessionRules } from "#domain/accounts/session-rules.ts";
import type { ReviewDecision } from "#domain/admin/review-signals.ts";
import type { KeyScope } from "#domain/dealers/dealer-keys.ts";
import type { YearAnswer, YearCall, YearSite } from "./site.ts";

/** The expected state of a car. */
export interface ModelCar {
  readonly id: string;
  readonly owner: ModelPerson;
  state: "active" | "sold" | "archived" | "deleted";
  archivedFrom: "active" | "sold";
  hidden: boolean;
  price: number;
  /** Kilometres. */
  mileage: number;
  /** Its identification number, whole; null for none. */
  vin: string | null;
  /** In ms, as the site answered: for a day from then a change corrects the publication. */
  readonly publishedAt: number;
  /** When it last said another mileage or number. */
  saidAt: number;
  /** It has a reading below an earlier listing's: public from `publicAt` on. */
  lower: { publicAt: number } | null;
  /** Its owner's note on that. */
  note: string | null;
  /** What admins decided on its signals, oldest first. */
  readonly decisions: ModelDecision[];
  /** Evidence that admins found in order: it must not open a case again. */
  readonly dismissed: Set<string>;
  /** The photo that it shows; "" if a stock file brought it. */
  image: string;
  /** Published without a fee, because its owner was a dealer. */
  asDealer: boolean;
  /** Addresses of the reporters, by account: a second report of an account replaces its first. */
  reporters: Map<string, string>;
}

/** `evidence`: what a dismissal dismissed. */
export interface ModelDecision {
  readonly decision: ReviewDecision;
  readonly reason: string;
  readonly at: number;
  readonly evidence: readonly string[];
  /** Whose reports it settled: they are told once it can't be undone any more. As in ModelCar. */
  readonly reporters: ReadonlyMap<string, string>;
  isUndone: boolean;
  isAnswered: boolean;
}

/** What a listing said of its mileage under a number; it outlives the listing. */
export interface ModelReading {
  readonly vin: string;
  readonly carId: string;
  readonly ownerId: string;
  /** Kilometres. */
  readonly mileage: number;
  readonly at: number;
  /** When the owner was told that the listing says less than an earlier one. */
  told: number | null;
  /** An admin took the listing from the public: it counts against no other. */
  isDiscounted: boolean;
}

/** A key of a dealer's program. */
export interface ModelKey {
  readonly id: string;
  readonly key: string;
  readonly scopes: readonly KeyScope[];
  hasEnded: boolean;
}

/** The expected state of an account. */
export interface ModelPerson {
  readonly index: number;
  readonly role: "person" | "dealer" | "admin";
  readonly email: string;
  readonly firstName: string;
  password: string;
  id: string;
  token: string;
  /** When the token was issued. */
  tokenAt: number;
  /** When the session was opened: it expires after `sessionRules.maxDays`. */
  signedInAt: number;
  cookie: string;
  alive: boolean;
  suspended: boolean;
  proven: boolean;
  /** 0 until then. */
  registeredAt: number;
  readonly keys: ModelKey[];
  /** Identification numbers of the stock's files, by reference. */
  readonly stockVins: Map<string, string>;
  readonly cars: ModelCar[];
  readonly photos: string[];
  readonly mailsRead: Set<string>;
}

export type MailKind =
  | "verify"
  | "reset"
  | "passwordChanged"
  | "report"
  | "carChanged"
  | "carHidden"
  | "carShown"
  | "carDeleted"
  | "accountChanged"
  | "suspended"
  | "lifted"
  | "verified"
  | "refused"
  | "accountDeleted"
  | "carAsked"
  | "lowerMileage"
  | "keyMade"
  | "keyEnded";

interface ExpectedMail {
  readonly to: string;
  readonly kind: MailKind;
  readonly since: number;
  /** It may be missing, because its account was deleted before it was written. */
  optional: boolean;
}

/** The model: what happened, and the expected state. */
export interface World {
  readonly site: YearSite;
  readonly people: ModelPerson[];
  readonly cars: ModelCar[];
  readonly expected: ExpectedMail[];
  readonly faults: string[];
  /** Dollars, as an admin last set them. */
  fees: { listing: number; day: number; social: number; subscription: number };
  readonly coupons: string[];
  readonly disputes: string[];
  /** Identification numbers that somebody has typed, whole. */
  readonly vins: string[];
  readonly readings: ModelReading[];
  /** Comparisons of a number within a day from the first, by account, and by account and car. */
  readonly vinChecks: Map<string, { since: number; count: number }>;
  /** Cars whose payments were refunded or disputed. */
  readonly touchedByMoney: Set<string>;
  /** Visitors' interest: addresses by "car|day in Kosovo|kind". */
  readonly interest: Map<string, Set<string>>;
  /** Names and addresses of deleted people: only what the law requires may still contain them. */
  readonly deleted: { id: string; email: string; firstName: string }[];
  /** True if a process was killed since the mails were last compared. */
  killed: boolean;
  step: string;
  fault(text: string): void;
  expectMail(to: string, kind: MailKind): void;
  /** Calls as this person; signs in if the token has expired. Any other status is a fault. */
  ask(
    who: ModelPerson | null,
    request: string,
    statuses: number | readonly number[],
    call?: YearCall,
  ): Promise<YearAnswer>;
}

const dayInMs = 86_400_000;
const tokenAnswer = z.object({ token: z.string() });

export function createWorld(site: YearSite, { people, dealers }: { people: number; dealers: number }): World {
  const faults: string[] = [];
  const make = (index: number): ModelPerson => ({
    index,
    role: index < dealers ? "dealer" : "person",
    email: `njeriu-${index}@year.example`,
    firstName: `Emri${index}`,
    password: `fjalëkalim-${index}`,
    id: "",
    token: "",
    tokenAt: 0,
    signedInAt: 0,
    cookie: "",
    alive: false,
    suspended: false,
    proven: false,
    registeredAt: 0,
    keys: [],
    stockVins: new Map(),
    cars: [],
    photos: [],
    mailsRead: new Set(),
  });
  const admin: ModelPerson = {
    ...make(-1),
    role: "admin",
    email: site.admin.email,
    password: site.admin.password,
    alive: true,
    proven: true,
    registeredAt: site.now(),
  };
  const world: World = {
    site,
    people: [...Array.from({ length: people }, (_, index) => make(index)), admin],
    cars: [],
    expected: [],
    faults,
    fees: { listing: 3, day: 1, social: 10, subscription: 50 },
    coupons: [],
    disputes: [],
    vins: [],
    readings: [],
    vinChecks: new Map(),
    touchedByMoney: new Set(),
    interest: new Map(),
    deleted: [],
    killed: false,
    step: "",
    fault: (text) => {
      faults.push(`${new Date(site.now()).toISOString()} ${world.step}: ${text}`);
    },
    expectMail: (to, kind) => {
      world.expected.push({ to, kind, since: site.now(), optional: false });
    },
    ask: async (who, request, statuses, call = {}) => {
      const allowed = typeof statuses === "number" ? [statuses] : statuses;
      if (who !== null && site.now() - who.tokenAt > dayInMs * 0.8) await signIn(world, who);
      const answer = await site.call(request, {
        address:
          who === null
            ? "203.0.113.200"
            : `198.51.${100 + Math.floor((who.index + 1) / 250)}.${((who.index + 1) % 250) + 1}`,
        ...(who === null ? {} : { token: who.token }),
        ...call,
      });
      if (!allowed.includes(answer.status))
        world.fault(
          `${request} as ${who?.email ?? "a guest"} answered ${answer.status}, not ${allowed.join("/")}: ${JSON.stringify(answer.body)?.slice(0, 300)}`,
        );
      return answer;
    },
  };
  return world;
}

/** Renews the session by its cookie, or signs in again. */
export async function signIn(world: World, who: ModelPerson): Promise<void> {
  const { site } = world;
  // A session that ends today is not renewed: the token would end with it.
  const isEnding = site.now() - who.signedInAt > (sessionRules.maxDays - 1) * dayInMs;
  if (who.cookie !== "" && !isEnding) {
    const renewed = await site.call("POST /api/refresh-token", { headers: { cookie: who.cookie } });
    if (renewed.status === 200) {
      who.token = tokenAnswer.parse(renewed.body).token;
      who.tokenAt = site.now();
      return;
    }
    if (renewed.status !== 401) world.fault(`refresh answered ${renewed.status}`);
  }
  const answer = await site.call("POST /api/login", { body: { email: who.email, password: who.password } });
  if (answer.status !== 200) {
    world.fault(`login of ${who.email} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return;
  }
  storeSession(world, who, answer);
}

const session = z.object({ token: z.string(), user: z.object({ id: z.string() }) });

export function storeSession(world: World, who: ModelPerson, answer: YearAnswer): void {
  const { token, user } = session.parse(answer.body);
  who.token = token;
  who.id = user.id;
  who.tokenAt = world.site.now();
  who.signedInAt = who.tokenAt;
  who.cookie =
    answer.headers
      .getSetCookie()
      .find((one) => one.startsWith("vetura_session="))
      ?.split(";", 1)[0] ?? "";
}

/** One of the values by a story's number; null if there are none. */
export function pick<Value>(values: readonly Value[], by: number): Value | null {
  return values[by % Math.max(1, values.length)] ?? null;
}

export const existingPeople = (world: World): ModelPerson[] =>
  world.people.filter(({ alive, role }) => alive && role !== "admin");

export function adminOf(world: World, by: number): ModelPerson {
  const admins = world.people.filter(({ alive, role }) => alive && role === "admin");
  const admin = pick(admins, by);
  if (admin === null) throw new Error("there is no admin");
  return admin;
}

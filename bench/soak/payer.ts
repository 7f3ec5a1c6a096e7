import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { z } from "zod";
import { car } from "#contract/cars.ts";
import { checkout } from "#contract/payments.ts";
import { uploadedPhoto } from "#contract/photos.ts";

/** A person whose browser retries: what was interrupted is sent again unchanged. */
export interface Payer {
  readonly email: string;
  readonly token: string;
  /** The car published with the free listing; extras are bought for it. */
  readonly carId: string | null;
}

export type Order =
  | { readonly kind: "car"; readonly days: number; readonly social: boolean; readonly photo: string }
  | { readonly kind: "extras"; readonly days: number; readonly social: boolean; readonly carId: string }
  | { readonly kind: "subscription" };

export type Phase = "begins" | "opens" | "pays" | "returns" | "done";

export interface CheckoutAttempt {
  readonly order: Order;
  readonly payer: Payer;
  readonly key: string;
  /** True if the browser returns from the card page. */
  readonly returns: boolean;
  phase: Phase;
  sessionId: string | null;
}

const maxRetryMs = 120_000;

/**
 * Sends until the status is as expected, and returns the body. A process that restarts refuses connections,
 * and one that dies sends an incomplete answer.
 */
async function retryUntilStatus(send: () => Promise<Response>, fine: readonly number[]): Promise<string> {
  const until = Date.now() + maxRetryMs;
  for (;;) {
    const answer = await send()
      .then(async (response) => ({ status: response.status, body: await response.text() }))
      .catch(() => null);
    if (answer !== null && fine.includes(answer.status)) return answer.body;
    const told = answer === null ? "nothing" : `${answer.status} ${answer.body}`;
    if (answer !== null && answer.status < 500) throw new Error(`refused: ${told}`);
    if (Date.now() > until) throw new Error(`no answer but ${told}`);
    await sleep(50);
  }
}

function post(url: string, token: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
}

/** All fields of the sell form except the photos. */
export const carForm = {
  brand: "Renault",
  model: "Clio",
  year: 2017,
  type: "Hatchback",
  sellerName: "Arta Krasniqi",
  sellerPhone: "+38344123456",
  price: 6_200,
  mileage: 98_000,
  fuel: "Benzinë",
  transmission: "Manual",
  location: "Gjilan",
};

const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#7a2230" } })
  .jpeg()
  .toBuffer();

export async function uploadPhoto(site: string, token: string): Promise<string> {
  const answer = await retryUntilStatus(
    () =>
      fetch(`${site}/api/photos`, {
        method: "POST",
        headers: { "Content-Type": "image/jpeg", Authorization: `Bearer ${token}` },
        body: new Uint8Array(picture),
      }),
    [201],
  );
  return uploadedPhoto.parse(JSON.parse(answer)).url;
}

/** Registers an account; a "seller" also publishes the free car. */
export async function register(site: string, email: string, free: "seller" | "none"): Promise<Payer> {
  const person = { firstName: "Arta", lastName: "Krasniqi", email, password: "fjalëkalim-1" };
  const answer = await retryUntilStatus(() => post(`${site}/api/register`, "", person), [201]);
  const { token } = z.object({ token: z.string() }).parse(JSON.parse(answer));
  if (free === "none") return { email, token, carId: null };
  const images = [await uploadPhoto(site, token)];
  const published = await retryUntilStatus(
    () => post(`${site}/api/cars`, token, { ...carForm, images }),
    [201],
  );
  return { email, token, carId: car.parse(JSON.parse(published))._id };
}

const signedIn = z.object({ token: z.string(), user: z.object({ id: z.string() }) });

/** The two secrets of a new session. */
export async function signIn(url: string, person: { email: string; password: string }) {
  const response = await fetch(`${url}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(person),
  });
  const { token, user } = signedIn.parse(await response.json());
  const cookie = /vetura_session=([^;]+)/.exec(response.headers.getSetCookie().join(";"))?.[1] ?? "";
  return { token, cookie, id: user.id };
}

function requestOf(order: Order): { path: string; body: object } {
  if (order.kind === "subscription")
    return {
      path: "/api/payment/create-dealer-subscription",
      body: { businessName: "Auto Krasniqi", businessAddress: "Rr. Nëna Terezë 12, Prizren" },
    };
  const { days, social } = order;
  const extras = days + (social ? 10 : 0);
  const what =
    order.kind === "car"
      ? { carData: { ...carForm, images: [order.photo] }, amount: 3 + extras }
      : { carId: order.carId, amount: extras };
  return {
    path: "/api/payment/create-checkout",
    body: { ...what, sponsorshipDays: days, socialPromotion: social },
  };
}

/** A payment from the button to the success page, or to where this person closes the browser. */
export async function completeCheckout(site: string, attempt: CheckoutAttempt): Promise<void> {
  const { order, payer, key, returns } = attempt;
  const { path, body } = requestOf(order);
  attempt.phase = "opens";
  const opened = await retryUntilStatus(
    () => post(`${site}${path}`, payer.token, body, { "Idempotency-Key": key }),
    [200],
  );
  const { checkoutUrl, sessionId } = checkout.parse(JSON.parse(opened));
  attempt.sessionId = sessionId;
  attempt.phase = "pays";
  const card = { number: "4242424242424242", expiry: "12/34", cvc: "123", name: "Arta Krasniqi" };
  await retryUntilStatus(
    () => fetch(checkoutUrl, { method: "POST", redirect: "manual", body: new URLSearchParams(card) }),
    [303],
  );
  attempt.phase = "returns";
  const verify = order.kind === "subscription" ? "verify-dealer-subscription" : "verify-session";
  if (returns) await retryUntilStatus(() => post(`${site}/api/payment/${verify}`, "", { sessionId }), [200]);
  attempt.phase = "done";
}

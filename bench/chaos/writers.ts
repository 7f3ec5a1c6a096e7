import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { z } from "zod";
import { car } from "#contract/cars.ts";
import { checkout } from "#contract/payments.ts";
import { uploadedPhoto } from "#contract/photos.ts";
import type { SeededRandom } from "#testing/seeded-random.ts";
import { carForm } from "#bench/soak/payer.ts";

/** A car as last acknowledged, with the unacknowledged changes that may also have been applied. */
interface KnownCar {
  readonly id: string;
  readonly token: string;
  /** The last one is acknowledged; those before it were sent but not answered. */
  prices: number[];
  /** Null: unknown, because an answer was lost. */
  sold: boolean | null;
  readonly photo: string;
}

/** What was acknowledged in a round. */
export interface Acknowledged {
  readonly people: { email: string; token: string }[];
  readonly photos: string[];
  readonly cars: KnownCar[];
  /** Checkout sessions whose payment the card page accepted. */
  readonly paid: { sessionId: string; mark: string }[];
  /** Forms whose answers were lost; sent again with the same idempotency key, each must create one car. */
  readonly open: { key: string; token: string; form: object }[];
  writes: number;
}

const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#7a2230" } })
  .jpeg()
  .toBuffer();

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Null if the answer did not arrive completely. */
export async function send(
  url: string,
  method: string,
  token: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer | null> {
  const isPicture = body instanceof Uint8Array;
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": isPicture ? "image/jpeg" : "application/json" }),
        ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isPicture ? new Uint8Array(body) : JSON.stringify(body) }),
      redirect: "manual",
      signal: AbortSignal.timeout(15_000),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
}

/** Writes sequentially, records what was acknowledged, and stops at the first missing answer. */
export async function write(
  site: string,
  name: string,
  random: SeededRandom,
  known: Acknowledged,
  ended: AbortSignal,
): Promise<void> {
  const fails = (answer: Answer | null): answer is null => {
    if (answer === null || answer.status >= 500) return true;
    if (answer.status >= 400) throw new Error(`refused: ${answer.status} ${answer.text}`);
    known.writes += 1;
    return false;
  };
  for (let n = 0; !ended.aborted; n += 1) {
    const email = `${name}-${n}@example.com`;
    const person = { firstName: "Arta", lastName: "Krasniqi", email, password: "fjalëkalim-1" };
    const registered = await send(`${site}/api/register`, "POST", "", person);
    if (fails(registered)) return;
    const { token } = z.object({ token: z.string() }).parse(JSON.parse(registered.text));
    known.people.push({ email, token });

    const uploaded = await send(`${site}/api/photos`, "POST", token, new Uint8Array(picture));
    if (fails(uploaded)) return;
    const photo = uploadedPhoto.parse(JSON.parse(uploaded.text)).url;
    known.photos.push(photo);

    // Half of the forms contain their picture as a data URL.
    const image = random.chance(0.5) ? photo : `data:image/jpeg;base64,${picture.toString("base64")}`;
    const key = `${name}-${n}`;
    const published = { ...carForm, description: `Shenja ${key}`, images: [image] };
    known.open.push({ key, token, form: published });
    const answer = await send(`${site}/api/cars`, "POST", token, published, { "idempotency-key": key });
    if (fails(answer)) return;
    known.open.pop();
    const made = car.parse(JSON.parse(answer.text));
    const [shown = ""] = made.images;
    const mine: KnownCar = { id: made._id, token, prices: [made.price], sold: false, photo: shown };
    known.cars.push(mine);

    for (let turns = 1 + random.below(3); turns > 0 && !ended.aborted; turns -= 1) {
      const price = 6_000 + random.below(3_000);
      mine.prices.push(price);
      const edited = await send(`${site}/api/cars/${made._id}`, "PUT", token, {
        ...published,
        images: [shown],
        price,
      });
      if (fails(edited)) return;
      mine.prices = [price];
      const sells = mine.sold !== true;
      mine.sold = null;
      const moved = await send(`${site}/api/cars/${made._id}/${sells ? "sold" : "unsold"}`, "PUT", token);
      if (fails(moved)) return;
      mine.sold = sells;
      if (!sells) continue;
      mine.sold = null;
      if (fails(await send(`${site}/api/cars/${made._id}/unsold`, "PUT", token))) return;
      mine.sold = false;
    }

    if (!random.chance(0.4)) continue;
    const mark = `Paguar ${key}`;
    const opened = await send(
      `${site}/api/payment/create-checkout`,
      "POST",
      token,
      {
        carData: { ...published, description: mark, images: [shown] },
        amount: 3,
        sponsorshipDays: 0,
        socialPromotion: false,
      },
      { "idempotency-key": `${key}-paid` },
    );
    if (fails(opened)) return;
    const { checkoutUrl, sessionId } = checkout.parse(JSON.parse(opened.text));
    const card = { number: "4242424242424242", expiry: "12/34", cvc: "123", name: "Arta Krasniqi" };
    const paid = await fetch(checkoutUrl, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams(card),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    if (paid === null || paid.status >= 500) return;
    known.paid.push({ sessionId, mark });
    known.writes += 1;
    // The payer does not return from the card page.
    await sleep(1);
  }
}

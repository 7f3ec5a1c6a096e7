import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { UnsubscribeLinks } from "./unsubscribe-links.ts";

const links = new UnsubscribeLinks(randomBytes(32));
const search = { kind: "search", savedSearchId: uuidv7() } as const;
const price = { kind: "price", userId: uuidv7(), carId: uuidv7() } as const;

test("an unsubscribe token ends what it was made for and is the same each time", () => {
  for (const subscription of [search, price]) {
    const token = links.token(subscription);
    expect(links.read(token)).toEqual(subscription);
    expect(links.token(subscription)).toBe(token);
    expect(token).toMatch(/^[\w-]+$/);
  }
});

test("an unsubscribe token does not reveal what it is for", () => {
  const [one, other] = [search, { ...search, savedSearchId: uuidv7() }].map((each) => links.token(each));
  const bytes = Buffer.from(one ?? "", "base64url").toString("hex");
  expect(bytes).not.toContain(search.savedSearchId.replaceAll("-", "").slice(0, 8));
  // Ids made in the same moment begin alike; their tokens do not.
  expect(one?.slice(0, 8)).not.toBe(other?.slice(0, 8));
});

test("an unsubscribe token cannot be made or changed without the key", () => {
  const token = links.token(price);
  for (let at = 0; at < token.length; at += 7) {
    const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
    expect(links.read(changed), `changed at ${at}`).toBeNull();
  }
  expect(new UnsubscribeLinks(randomBytes(32)).read(token)).toBeNull();
  for (const nonsense of [
    "",
    "x",
    "%00",
    token.slice(0, -4),
    `${token}AAAA`,
    "A".repeat(64),
    "A".repeat(100_000),
  ])
    expect(links.read(nonsense)).toBeNull();
});

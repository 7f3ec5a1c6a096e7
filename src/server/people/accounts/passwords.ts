import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { accountLimits } from "#domain/accounts/account-limits.ts";
import { type HashingFor, inTurn, ownHashing } from "./hashing-queue.ts";

const derive = promisify(argon2);

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane; some 35 ms of one core. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const saltBytes = 16;
const tagBytes = 32;

interface StoredPassword {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

const phcForm = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parsePhc(stored: string): StoredPassword | null {
  const [, memory, passes, parallelism, salt, tag] = phcForm.exec(stored) ?? [];
  if (salt === undefined || tag === undefined) return null;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}

const unpadded = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

function toPhc(password: StoredPassword): string {
  const { memory, passes, parallelism, salt, tag } = password;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** Equal letters in another Unicode form (ë as one sign or as two) are the same password. */
const normal = (password: string) => password.normalize("NFKC");

function computeTag(
  password: string,
  stored: Omit<StoredPassword, "tag">,
  length: number,
  whose: HashingFor,
): Promise<Buffer> {
  return inTurn(whose, () =>
    derive("argon2id", {
      message: normal(password),
      nonce: stored.salt,
      memory: stored.memory,
      passes: stored.passes,
      parallelism: stored.parallelism,
      tagLength: length,
    }),
  );
}

/** Hashes a password for storage: argon2id in PHC form. Throws overloaded, too_many_requests (`inTurn`). */
export async function hashPassword(password: string, whose: HashingFor = ownHashing): Promise<string> {
  const stored = { ...parameters, salt: randomBytes(saltBytes) };
  return toPhc({ ...stored, tag: await computeTag(password, stored, tagBytes, whose) });
}

/** A hash to check if the account does not exist, so that the answer takes as long. */
const placeholder: StoredPassword = {
  ...parameters,
  salt: randomBytes(saltBytes),
  tag: randomBytes(tagBytes),
};

/**
 * Whether this is the stored password; for `null` (no such account) false after the same work. Throws
 * overloaded, too_many_requests (`inTurn`).
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  whose: HashingFor = ownHashing,
): Promise<boolean> {
  const expected = stored === null ? null : parsePhc(stored);
  if (stored !== null && expected === null) throw new Error("a stored password is not in the known form");
  // No account has one this long; truncation cannot make a wrong one right. A character may be two units.
  const { maxPassword } = accountLimits;
  const tooLong = Array.from(password.slice(0, 2 * maxPassword + 1)).length > maxPassword;
  const against = expected === null || tooLong ? placeholder : expected;
  const tag = await computeTag(
    tooLong ? password.slice(0, maxPassword) : password,
    against,
    against.tag.length,
    whose,
  );
  return timingSafeEqual(tag, against.tag) && against === expected;
}

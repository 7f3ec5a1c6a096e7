import { assert, asyncProperty, string } from "#testing/properties.ts";
import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./passwords.ts";

test("a stored password is argon2id with OWASP's minimum and a new salt each time", async () => {
  const [first, second] = await Promise.all([hashPassword("fjalëkalimi"), hashPassword("fjalëkalimi")]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(first).not.toBe(second);
});

test("any password matches its own hash and no other password does", async () => {
  await assert(
    asyncProperty(
      string({ unit: "binary", maxLength: 200 }),
      string({ maxLength: 20 }),
      async (password, other) => {
        const stored = await hashPassword(password);
        expect(await verifyPassword(password, stored)).toBe(true);
        if (other.normalize("NFKC") !== password.normalize("NFKC"))
          expect(await verifyPassword(other, stored)).toBe(false);
      },
    ),
    { numRuns: 8 },
  );
});

test("a password matches in every Unicode form of the same letters", async () => {
  const stored = await hashPassword("çelësi".normalize("NFC"));
  expect(await verifyPassword("çelësi".normalize("NFD"), stored)).toBe(true);
});

test("a password longer than the limit is wrong even where it begins with the right one", async () => {
  const longest = "a".repeat(200);
  const stored = await hashPassword(longest);
  expect(await verifyPassword(longest, stored)).toBe(true);
  expect(await verifyPassword(`${longest}a`, stored)).toBe(false);
});

test("a password may have 200 characters of two code units each, and no more", async () => {
  const longest = "🚗".repeat(200);
  const stored = await hashPassword(longest);
  expect(await verifyPassword(longest, stored)).toBe(true);
  expect(await verifyPassword(`${longest}🚗`, stored)).toBe(false);
});

test("a hash with other argon2 parameters still matches", async () => {
  // The argon2 reference program's output for "password", "somesalt", t=2, m=65536, p=1.
  const reference = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  expect(await verifyPassword("password", reference)).toBe(true);
  expect(await verifyPassword("passwort", reference)).toBe(false);
});

test("an account without a password matches no password", async () => {
  expect(await verifyPassword("anything", null)).toBe(false);
});

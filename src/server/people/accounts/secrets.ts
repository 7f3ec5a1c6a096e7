import { createHash, randomBytes } from "node:crypto";

/** An unguessable secret: 32 random bytes in base64url. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored form of a secret. Secrets are random and long, so a plain hash is enough. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

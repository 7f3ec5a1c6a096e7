import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Encrypts texts that must not be readable in the database. */
export interface SecretBox {
  /** `owner` is authenticated: what was encrypted for one row cannot be decrypted in another. */
  seal(text: string, owner: string): Buffer;
  /** Null if it was encrypted with another key, for another owner, or altered. */
  open(sealed: Buffer, owner: string): string | null;
  /** A keyed hash of 32 bytes that finds equal texts of a purpose; without the key nobody can test texts against it. */
  hash(text: string, purpose: string): Buffer;
}

const ivBytes = 12;
const tagBytes = 16;

/** The file's content; concurrent processes that create it all read the same. */
function readOrMake(file: string): string {
  mkdirSync(dirname(file), { recursive: true });
  const made = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    return readFileSync(file, "utf8");
  } catch {
    writeFileSync(made, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
  }
  try {
    linkSync(made, file);
  } catch {
    // Another process was faster, or the file cannot be created: reading it shows which.
  } finally {
    rmSync(made, { force: true });
  }
  return readFileSync(file, "utf8");
}

/**
 * AES-256-GCM with a key outside the database: SECRET_KEY if set, which processes with separate DATA_DIRs need;
 * else a file in DATA_DIR, created when first needed (decision 0018).
 */
export function createSecretBox({ secretKey, file }: { secretKey: string | null; file: string }): SecretBox {
  const made = new Map<string, Buffer>();
  /** A separate key per use; the uses' names are few constants. */
  const keyFor = (use: string): Buffer => {
    const known = made.get(use);
    if (known !== undefined) return known;
    const derived = Buffer.from(hkdfSync("sha256", secretKey ?? readOrMake(file), "", use, 32));
    made.set(use, derived);
    return derived;
  };
  const key = () => keyFor("vetura totp");
  return {
    seal: (text, owner) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", key(), iv).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    open: (sealed, owner) => {
      const tag = sealed.subarray(ivBytes, ivBytes + tagBytes);
      if (tag.length < tagBytes) return null;
      const decipher = createDecipheriv("aes-256-gcm", key(), sealed.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(owner))
        .setAuthTag(tag);
      const text = decipher.update(sealed.subarray(ivBytes + tagBytes), undefined, "utf8");
      try {
        return text + decipher.final("utf8");
      } catch {
        return null;
      }
    },
    hash: (text, purpose) =>
      createHmac("sha256", keyFor(`vetura hash ${purpose}`))
        .update(text)
        .digest(),
  };
}

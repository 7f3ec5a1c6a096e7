import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { parse as uuidBytes, stringify as uuidText } from "uuid";

/** What a link unsubscribes from: a saved search, a person's followed car, or a dealer's stock mails. */
export type Subscription =
  | { readonly kind: "search"; readonly savedSearchId: string }
  | { readonly kind: "price"; readonly userId: string; readonly carId: string }
  | { readonly kind: "report"; readonly userId: string };

const searchKind = 1;
const priceKind = 2;
const reportKind = 3;
const nonceBytes = 12;
const tagBytes = 16;

function contentOf(subscription: Subscription): Buffer {
  switch (subscription.kind) {
    case "search":
      return Buffer.concat([Buffer.of(searchKind), uuidBytes(subscription.savedSearchId)]);
    case "price": {
      const { userId, carId } = subscription;
      return Buffer.concat([Buffer.of(priceKind), uuidBytes(userId), uuidBytes(carId)]);
    }
    case "report":
      return Buffer.concat([Buffer.of(reportKind), uuidBytes(subscription.userId)]);
  }
}

/**
 * Links that unsubscribe without a login. A token is encrypted: without the key it reveals nothing and cannot
 * be forged. A subscription always has the same token, so a retried mail is identical.
 */
export class UnsubscribeLinks {
  readonly #sealing: Buffer;
  readonly #naming: Buffer;

  /** `key`: 32 bytes, the same in every process of the site. */
  constructor(key: Uint8Array) {
    this.#sealing = Buffer.from(hkdfSync("sha256", key, "", "unsubscribe sealing", 32));
    this.#naming = Buffer.from(hkdfSync("sha256", key, "", "unsubscribe nonce", 32));
  }

  token(subscription: Subscription): string {
    const content = contentOf(subscription);
    // Derived from the content: unique for each, and stable.
    const nonce = this.#nonceOf(content);
    const cipher = createCipheriv("aes-256-gcm", this.#sealing, nonce);
    const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
  }

  /** What a token unsubscribes from; null for a forged one. */
  read(token: string): Subscription | null {
    if (!/^[\w-]{40,120}$/.test(token)) return null;
    const bytes = Buffer.from(token, "base64url");
    const content = this.#open(bytes);
    if (content === null || !timingSafeEqual(this.#nonceOf(content), bytes.subarray(0, nonceBytes)))
      return null;
    if (content[0] === searchKind && content.length === 17)
      return { kind: "search", savedSearchId: uuidText(content.subarray(1)) };
    if (content[0] === reportKind && content.length === 17)
      return { kind: "report", userId: uuidText(content.subarray(1)) };
    if (content[0] === priceKind && content.length === 33)
      return {
        kind: "price",
        userId: uuidText(content.subarray(1, 17)),
        carId: uuidText(content.subarray(17)),
      };
    return null;
  }

  #nonceOf(content: Uint8Array): Buffer {
    return createHmac("sha256", this.#naming).update(content).digest().subarray(0, nonceBytes);
  }

  #open(bytes: Buffer): Buffer | null {
    if (bytes.length <= nonceBytes + tagBytes) return null;
    const decipher = createDecipheriv("aes-256-gcm", this.#sealing, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
    } catch {
      // Not encrypted with our key, or altered.
      return null;
    }
  }
}

import { createHash } from "node:crypto";
import { maxPhotoBytes } from "#domain/photos/photo-limits.ts";
import { AppError } from "#server/http/app-error.ts";
import type { BodyLease } from "#server/http/body-budget.ts";
import { ByteBlocks } from "#server/http/byte-blocks.ts";
import type { StringCut, StringSink } from "#server/http/json-scanner.ts";
import { tooLargeError } from "./refusal-error.ts";

/** Maximum length of all data URLs in a form: 40 MB. */
export const maxPictureCharacters = 40_000_000;

/** A data URL's prefix with its comma, as browsers' FileReader makes it; the declared type is ignored. */
export function isDataUrlBeginning(beginning: string): boolean {
  return /^data:[^,]*;\s*base64,$/i.test(beginning);
}

/** A picture from a form. */
export interface CutPicture {
  /** The whole picture, readable once: it is released then. Null for invalid base64. */
  take(): Buffer | null;
  /** Its length in the form. */
  readonly characters: number;
  /** A digest of its content; equal pictures have equal digests. */
  readonly digest: string;
}

/** The pictures of a form. */
export interface FormPictures {
  /** By their placeholders in the form's list of images. */
  readonly byStandIn: ReadonlyMap<string, CutPicture>;
  /** The body budget that counts the request's bytes. */
  readonly memory: Pick<BodyLease, "take" | "giveBack">;
}

/** For a form without pictures. */
export const noPictures: FormPictures = {
  byStandIn: new Map(),
  memory: { take: () => {}, giveBack: () => {} },
};

/** Each picture's digest by its placeholder, so that a repeated form is recognised. */
export function contentOf({ byStandIn }: FormPictures): ReadonlyMap<string, string> {
  return new Map([...byStandIn].map(([standIn, { digest }]) => [standIn, digest]));
}

const base64 = /^([A-Za-z0-9+/_-]*)(={0,2})$/;

/** White space is skipped, because encoders break lines; other characters invalidate the picture. */
class DecodedPicture implements CutPicture, StringSink {
  readonly #bytes = new ByteBlocks();
  readonly #hash = createHash("sha256");
  readonly #take: (characters: number) => void;
  #rest = "";
  #isOver = false;
  #isBroken = false;
  digest = "";
  characters = 0;

  constructor(take: (characters: number) => void) {
    this.#take = take;
  }

  write(text: string): void {
    this.#take(text.length);
    this.characters += text.length;
    if (this.#isBroken) return;
    if (this.#decode(this.#rest + text)) return;
    const plain = (this.#rest + text).replaceAll(/\s+/g, "");
    const [, body = "", end = ""] = base64.exec(plain) ?? [];
    if (body.length + end.length !== plain.length || (this.#isOver && plain !== "")) this.#isBroken = true;
    else if (end === "") this.#decode(body);
    else {
      this.#isOver = true;
      this.#rest = "";
      this.#add(Buffer.from(body, "base64"));
    }
  }

  end(): void {
    const rest = this.#rest.replaceAll(/\s+/g, "");
    this.#rest = "";
    if (!base64.test(rest)) this.#isBroken = true;
    if (!this.#isBroken) this.#add(Buffer.from(rest, "base64"));
    this.digest = this.#isBroken ? "broken" : this.#hash.digest("base64url");
  }

  take(): Buffer | null {
    if (this.#isBroken) return null;
    const bytes = this.#bytes.join();
    this.#bytes.truncate(0);
    return bytes;
  }

  /** False for anything but base64; then nothing was decoded. */
  #decode(text: string): boolean {
    if (this.#isOver) return false;
    const whole = text.length - (text.length % 4);
    const bytes = Buffer.from(text.slice(0, whole), "base64");
    // The decoder skips invalid characters and stops at "=".
    if (bytes.length !== (whole / 4) * 3) return false;
    this.#rest = text.slice(whole);
    this.#add(bytes);
    return true;
  }

  #add(bytes: Buffer): void {
    if (this.#bytes.size + bytes.length > maxPhotoBytes) throw tooLargeError("images");
    this.#hash.update(bytes);
    this.#bytes.append(bytes);
  }
}

/** One more than a form may have; the schema refuses it. */
class NoPicture implements CutPicture, StringSink {
  readonly digest = "none";
  characters = 0;
  readonly #take: (characters: number) => void;

  constructor(take: (characters: number) => void) {
    this.#take = take;
  }

  write(text: string): void {
    this.#take(text.length);
    this.characters += text.length;
  }

  end(): void {}

  take(): null {
    return null;
  }
}

/**
 * Removes data URLs from a form's list of images at `path` and decodes them while they arrive into `pictures`.
 * Throws payload_too_large beyond an upload's size, and beyond 40 MB in all.
 */
export function cutPictures(
  path: readonly string[],
  maxPictures: number,
): { readonly cut: StringCut; readonly pictures: ReadonlyMap<string, CutPicture> } {
  const pictures = new Map<string, CutPicture>();
  // New for each request: no form can contain a placeholder of its own.
  const secret = crypto.randomUUID();
  let characters = 0;
  const take = (more: number): void => {
    characters += more;
    if (characters > maxPictureCharacters) throw new AppError("payload_too_large");
  };
  const cut: StringCut = {
    path,
    isOne: isDataUrlBeginning,
    open: () => {
      const standIn = `picture:${secret}:${pictures.size}`;
      const sink = pictures.size < maxPictures ? new DecodedPicture(take) : new NoPicture(take);
      pictures.set(standIn, sink);
      return { standIn, sink };
    },
  };
  return { cut, pictures };
}

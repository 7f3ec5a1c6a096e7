import { webcrypto } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { FaultCode } from "#domain/messages/stock-faults.ts";
import { maxPhotoBytes } from "#domain/photos/photo-limits.ts";
import { FetchError, type PublicFetcher } from "#server/platform/fetching/fetch-public.ts";
import { judgePicture } from "#server/market/photos/judge-picture.ts";
import type { RefusalReason } from "#server/market/photos/picture-verdict.ts";
import type { JudgedPicture } from "./plan-photos.ts";
import { type StockZip, ZipFault } from "./stock-zip.ts";

const fetchLimits = { maxBytes: maxPhotoBytes, timeoutMs: 20_000 };
/** At once: files of a ZIP, addresses. Each may take 25 MB of memory. */
const lanes = { files: 3, addresses: 6 };
/**
 * For the addresses of a file, what each takes added up: some ten minutes of a check. 20,000 pictures of a usual host take
 * less, and a host that hardly answers would hold a job for most of a day.
 */
const maxFetchingMs = 60 * 60_000;

const refused: Readonly<Record<RefusalReason, FaultCode>> = {
  not_a_picture: "picture_not_a_picture",
  unsupported_format: "picture_not_a_picture",
  broken: "picture_broken",
  too_many_pixels: "picture_too_large",
  sides_out_of_range: "picture_too_large",
  too_costly: "picture_broken",
};

/** The fault of a picture that was refused. */
export function refusalFault(reason: RefusalReason): FaultCode {
  return refused[reason];
}

export function isAddress(name: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(name);
}

/** SHA-256 in hexadecimal, off the thread. */
export async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest("SHA-256", bytes)).toString("hex");
}

function fetchFault(error: unknown): FaultCode {
  if (!(error instanceof FetchError)) throw error;
  if (error.reason === "too_large") return "picture_too_large";
  const isRefused = ["bad_address", "not_https", "has_password", "bad_port", "not_public"].includes(
    error.reason,
  );
  return isRefused ? "picture_address" : "picture_unreachable";
}

/** Where the pictures of a file come from. */
export interface PictureSource {
  readonly zip: StockZip | null;
  /** A picture's bytes, or its fault's code. Throws the signal's reason alone. */
  readonly fetchPicture: (address: string) => Promise<Uint8Array<ArrayBuffer> | FaultCode>;
  readonly signal: AbortSignal;
}

/** Fetches the pictures of one file: all of them together may take so long, `maxFetchingMs`. Then they count as not there. */
export function createPictureFetcher(
  { fetchPublic }: Pick<PublicFetcher, "fetchPublic">,
  signal: AbortSignal,
  maxMs = maxFetchingMs,
): PictureSource["fetchPicture"] {
  let spentMs = 0;
  return async (address) => {
    if (spentMs > maxMs) return "picture_unreachable";
    const start = performance.now();
    try {
      const { body } = await fetchPublic(address, fetchLimits, signal);
      return Buffer.concat([await buffer(body)]);
    } catch (error) {
      signal.throwIfAborted();
      return fetchFault(error);
    } finally {
      spentMs += performance.now() - start;
    }
  };
}

/** A picture's bytes by its name or address; a fault's code where it is not to be had, null for a name that the ZIP does not have. */
export async function readPicture(
  { zip, fetchPicture }: PictureSource,
  name: string,
): Promise<Uint8Array<ArrayBuffer> | FaultCode | null> {
  if (isAddress(name)) return fetchPicture(name);
  if (zip === null) return null;
  try {
    const bytes = await zip.readPicture(name);
    return bytes === "too_large" ? "picture_too_large" : bytes;
  } catch (error) {
    if (error instanceof ZipFault) return "picture_broken";
    throw error;
  }
}

/**
 * Looks at pictures: whether they are there, what they are made of, and whether a photo can be made of them. One whose
 * bytes are known is not looked at again. Names that nothing answers to are left out.
 */
export async function judgePictures(
  names: readonly string[],
  source: PictureSource,
  options: { readonly isKnown: (hash: string) => boolean; readonly onDone: () => Promise<void> },
): Promise<Map<string, JudgedPicture>> {
  const judged = new Map<string, JudgedPicture>();
  const judge = async (name: string): Promise<void> => {
    const bytes = await readPicture(source, name);
    if (bytes === null) return;
    if (typeof bytes === "string") {
      judged.set(name, { fault: bytes });
      return;
    }
    const hash = await hashOf(bytes);
    if (options.isKnown(hash)) {
      judged.set(name, { hash });
      return;
    }
    const verdict = judgePicture(bytes);
    judged.set(name, verdict.ok ? { hash } : { fault: refusalFault(verdict.reason) });
  };
  const work = async (queue: string[]): Promise<void> => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      source.signal.throwIfAborted();
      await judge(name);
      await options.onDone();
    }
  };
  const addresses = names.filter(isAddress);
  const files = names.filter((name) => !isAddress(name));
  await Promise.all([
    ...Array.from({ length: lanes.files }, () => work(files)),
    ...Array.from({ length: lanes.addresses }, () => work(addresses)),
  ]);
  return judged;
}

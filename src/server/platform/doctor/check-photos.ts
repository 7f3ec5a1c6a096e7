import { stat } from "node:fs/promises";
import { v7 as uuidv7 } from "uuid";
import { photoPath } from "#domain/photos/photo-addresses.ts";
import type { PhotosConfig } from "#server/config.ts";
import { openFileStore } from "#server/market/photos/open-file-store.ts";
import type { FileStore } from "#server/market/photos/file-store.ts";
import { type Check, describeError, type Finding, findings } from "./finding.ts";

const subject = "Photo store";
const { good, note, act } = findings(subject);

const width = 320;
const format = "jpg";
const bytes = Buffer.from("vetura doctor");

const adviceByError: Readonly<Record<string, string>> = {
  AccessDenied: "Give the key the rights to put, get, list and delete objects of the bucket.",
  NoSuchBucket: "Make the bucket (node scripts/make-bucket.ts), or set S3_BUCKET to its name.",
  InvalidAccessKeyId: "Set S3_ACCESS_KEY_ID to the key's id.",
  SignatureDoesNotMatch: "Set S3_SECRET_ACCESS_KEY again; the clock may be wrong, too.",
  PermanentRedirect: "Set S3_REGION and S3_ENDPOINT to the bucket's own.",
  EACCES: "Give the folder to the account that runs the site.",
  EROFS: "Mount the folder with rights to write.",
  ENOSPC: "Make room on the disk.",
  ENOTFOUND: "Look at the host's name in S3_ENDPOINT.",
};

function refusal(what: string, error: unknown): Finding {
  const name = error instanceof Error ? error.name : "";
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  const text = describeError(error);
  const told = name === "Error" || text.includes(name) ? text : `${name}: ${text}`;
  return act(`It does not ${what}: ${told}`, adviceByError[name] ?? adviceByError[code]);
}

async function isStored(store: FileStore, id: string): Promise<boolean> {
  const file = await store.get(id, width, format);
  if (file === null) return false;
  return Buffer.from(await new Response(file.body).arrayBuffer()).equals(bytes);
}

/** Whether browsers get the photo from its public address. */
async function checkPublicAddress(store: FileStore, id: string): Promise<Finding[]> {
  const address = store.publicUrl(photoPath(id, width, format));
  if (address === null) return [];
  const answer = await fetch(address, { signal: AbortSignal.timeout(3_000) }).catch(describeError);
  if (typeof answer !== "string" && answer.ok) {
    await answer.body?.cancel();
    return [];
  }
  const why = typeof answer === "string" ? answer : `HTTP ${answer.status}`;
  return [
    act(
      `Browsers don't get photos from S3_PUBLIC_URL: ${why}`,
      "Let everybody read below photos/ there, or take S3_PUBLIC_URL out.",
    ),
  ];
}

/** Stores, reads and removes a file; after a crash it has no row, so the site's sweep removes it. */
async function tryStore(store: FileStore, photos: PhotosConfig): Promise<Finding[]> {
  const id = uuidv7();
  const where = photos.store === "s3" ? `${photos.bucket} at ${photos.endpoint}` : photos.folder;
  try {
    await store.put(id, [{ width, format, bytes }]);
  } catch (error) {
    return [refusal("write", error)];
  }
  const found: Finding[] = [];
  try {
    if (!(await isStored(store, id)))
      found.push(act("What was written can't be read.", "Look at the store's own log."));
    found.push(...(await checkPublicAddress(store, id)));
  } catch (error) {
    found.push(refusal("read", error));
  }
  try {
    await store.remove([id]);
    if (await isStored(store, id))
      found.push(
        note("What was deleted is still there for a while.", "The store caches; deletions come late."),
      );
  } catch (error) {
    found.push(refusal("delete", error));
  }
  return found.length > 0 ? found : [good(`Writes, reads, deletes (${where}).`)];
}

/** Root can write everywhere, and leaves folders that the site's account cannot write to. */
async function isForeignRoot(folder: string): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const owner = await stat(folder).catch(() => null);
  return owner !== null && owner.uid !== 0;
}

/** The photo store writes, reads and deletes, and its public address works. */
export const checkPhotos: Check = {
  subject,
  // Three tries of each request, as for a visitor.
  maxDuration: 20_000,
  run: async ({ config: { photos, dataDir } }) => {
    if (photos.store === "disk" && (await isForeignRoot(dataDir)))
      return [
        act(
          `${dataDir} is not root's: what root writes, the site can't delete.`,
          "Run this as the site's account, for example: runuser -u vetura -- npm run doctor",
        ),
      ];
    return tryStore(openFileStore(photos), photos);
  },
};

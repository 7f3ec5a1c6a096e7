import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type * as Sdk from "@aws-sdk/client-s3";
import {
  isPhotoId,
  parsePhotoPath,
  photoPath,
  type PhotoFormat,
  type PhotoWidth,
} from "#domain/photos/photo-addresses.ts";
import type { PhotosConfig } from "#server/config.ts";
import {
  contentTypes,
  photoFiles,
  type LocalFile,
  type PhotoFile,
  type FileStore,
  type StoredFile,
} from "./file-store.ts";

export type S3PhotoStoreOptions = Omit<Extract<PhotosConfig, { store: "s3" }>, "store"> & {
  /** Timeout of one attempt in milliseconds; there are three. */
  readonly requestTimeout?: number;
  /** How long the store may send nothing in the middle of an answer, in milliseconds. */
  readonly socketTimeout?: number;
};

const connectMs = 3_000;
const requestMs = 15_000;
/** As long as a visitor may read nothing (http-server.ts): then the store waits, too. */
const socketMs = 60_000;
const importsPrefix = "imports/";
/** S3 deletes at most so many objects per call. */
const maxDeletes = 1_000;
const immutableForAYear = "public, max-age=31536000, immutable";

/** Photos in a bucket; keys are our paths without the leading slash, so that the bucket can be served directly. */
export class S3FileStore implements FileStore {
  readonly #opened: Promise<{ readonly sdk: typeof Sdk; readonly client: Sdk.S3Client }>;
  readonly #bucket: string;
  readonly #publicUrl: string | null;

  constructor(options: S3PhotoStoreOptions) {
    this.#bucket = options.bucket;
    this.#publicUrl = options.publicUrl;
    // Loaded only if configured: it takes some 10 MB.
    this.#opened = import("@aws-sdk/client-s3").then((sdk) => ({ sdk, client: openClient(sdk, options) }));
  }

  /** Closes the connections. */
  close(): void {
    void this.#opened.then(({ client }) => client.destroy());
  }

  async put(id: string, files: readonly PhotoFile[]): Promise<void> {
    const { sdk, client } = await this.#opened;
    const results = await Promise.allSettled(
      files.map((file) =>
        client.send(
          new sdk.PutObjectCommand({
            Bucket: this.#bucket,
            Key: keyOf(id, file.width, file.format),
            Body: file.bytes,
            ContentLength: file.bytes.length,
            ContentType: contentTypes[file.format],
            CacheControl: immutableForAYear,
          }),
        ),
      ),
    );
    const failed = results.find((result) => result.status === "rejected");
    if (failed === undefined) return;
    // Best effort: if the store fails now, the sweep finds the rest, and no row references it.
    await this.remove([id]).catch(() => undefined);
    throw failed.reason;
  }

  async get(id: string, width: PhotoWidth, format: PhotoFormat): Promise<StoredFile | null> {
    const { sdk, client } = await this.#opened;
    try {
      const object = await client.send(
        new sdk.GetObjectCommand({ Bucket: this.#bucket, Key: keyOf(id, width, format) }),
      );
      if (object.Body === undefined) return null;
      return { size: object.ContentLength ?? 0, body: object.Body.transformToWebStream() };
    } catch (error) {
      if (error instanceof sdk.NoSuchKey) return null;
      if (error instanceof sdk.S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
      throw error;
    }
  }

  async remove(ids: readonly string[]): Promise<void> {
    const keys = ids.flatMap((id) => photoFiles.map((file) => ({ Key: keyOf(id, file.width, file.format) })));
    const { sdk, client } = await this.#opened;
    for (let at = 0; at < keys.length; at += maxDeletes) {
      const answer = await client.send(
        new sdk.DeleteObjectsCommand({
          Bucket: this.#bucket,
          Delete: { Objects: keys.slice(at, at + maxDeletes), Quiet: true },
        }),
      );
      const refused = answer.Errors?.find((error) => error.Code !== "NoSuchKey");
      if (refused !== undefined) throw new Error(`S3 did not remove a photo: ${refused.Code ?? "unknown"}`);
    }
  }

  async *list(): AsyncGenerator<string> {
    let last = "";
    for await (const key of this.#keys("photos/")) {
      const id = parsePhotoPath(`/${key}`)?.id;
      if (id !== undefined && id !== last) yield id;
      last = id ?? last;
    }
  }

  async *#keys(prefix: string): AsyncGenerator<string> {
    const { sdk, client } = await this.#opened;
    let token: string | undefined;
    do {
      const page = await client.send(
        new sdk.ListObjectsV2Command({
          Bucket: this.#bucket,
          Prefix: prefix,
          ...(token === undefined ? {} : { ContinuationToken: token }),
        }),
      );
      for (const { Key = "" } of page.Contents ?? []) yield Key;
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  /** Nothing to do: objects are complete or missing. */
  async tidy(): Promise<void> {}

  /** Through a local file: S3 needs the length before the first byte. */
  async putImport(id: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const { sdk, client } = await this.#opened;
    const folder = await mkdtemp(join(tmpdir(), "vetura-import-"));
    const path = join(folder, "file");
    try {
      await pipeline(content, createWriteStream(path));
      const { size } = await stat(path);
      await client.send(
        new sdk.PutObjectCommand({
          Bucket: this.#bucket,
          Key: importKey(id),
          Body: createReadStream(path),
          ContentLength: size,
        }),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async openImport(id: string): Promise<LocalFile | null> {
    const { sdk, client } = await this.#opened;
    const folder = await mkdtemp(join(tmpdir(), "vetura-import-"));
    const release = () => rm(folder, { recursive: true, force: true });
    try {
      const object = await client.send(
        new sdk.GetObjectCommand({ Bucket: this.#bucket, Key: importKey(id) }),
      );
      if (object.Body === undefined) throw new Error("S3 sent no body");
      const path = join(folder, "file");
      await pipeline(Readable.fromWeb(object.Body.transformToWebStream()), createWriteStream(path));
      return { path, release };
    } catch (error) {
      await release();
      if (error instanceof sdk.S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
      throw error;
    }
  }

  async removeImport(id: string): Promise<void> {
    const { sdk, client } = await this.#opened;
    await client.send(new sdk.DeleteObjectCommand({ Bucket: this.#bucket, Key: importKey(id) }));
  }

  async *listImports(): AsyncGenerator<string> {
    for await (const key of this.#keys(importsPrefix)) {
      const id = key.slice(importsPrefix.length);
      if (isPhotoId(id)) yield id;
    }
  }

  publicUrl(path: string): string | null {
    return this.#publicUrl === null ? null : `${this.#publicUrl}${path}`;
  }
}

function importKey(id: string): string {
  return `${importsPrefix}${id}`;
}

function keyOf(id: string, width: PhotoWidth, format: PhotoFormat): string {
  return photoPath(id, width, format).slice(1);
}

function openClient(sdk: typeof Sdk, options: S3PhotoStoreOptions): Sdk.S3Client {
  return new sdk.S3Client({
    endpoint: options.endpoint,
    region: options.region,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 3,
    // Many S3-compatible stores do not support checksums in trailers.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: options.requestTimeout ?? requestMs,
      socketTimeout: options.socketTimeout ?? socketMs,
      throwOnRequestTimeout: true,
      httpsAgent: { maxSockets: 50 },
      httpAgent: { maxSockets: 50 },
    },
  });
}

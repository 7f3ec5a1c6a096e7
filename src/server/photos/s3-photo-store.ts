import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import {
  parsePhotoPath,
  photoPath,
  type PhotoFormat,
  type PhotoWidth,
} from "#domain/photos/photo-addresses.ts";
import { contentTypes, photoFiles, type PhotoFile, type PhotoStore, type StoredFile } from "./photo-store.ts";

export interface S3PhotoStoreOptions {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Where browsers fetch the photos; null: through this process. */
  readonly publicUrl: string | null;
  /** Milliseconds for one try of a request; there are three. */
  readonly requestTimeout?: number;
}

const connectMs = 3_000;
const requestMs = 15_000;
/** S3 removes at most this many objects in a call. */
const maxDeletes = 1_000;
const immutableForAYear = "public, max-age=31536000, immutable";

/** Photos in a bucket; keys are our paths without the leading slash, so that the bucket can be served as it is. */
export class S3PhotoStore implements PhotoStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #publicUrl: string | null;

  constructor(options: S3PhotoStoreOptions) {
    this.#bucket = options.bucket;
    this.#publicUrl = options.publicUrl;
    this.#client = new S3Client({
      endpoint: options.endpoint,
      region: options.region,
      credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
      forcePathStyle: true,
      maxAttempts: 3,
      // Checksums in trailers are newer than many S3-compatible stores.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      requestHandler: {
        connectionTimeout: connectMs,
        requestTimeout: options.requestTimeout ?? requestMs,
        throwOnRequestTimeout: true,
        httpsAgent: { maxSockets: 50 },
        httpAgent: { maxSockets: 50 },
      },
    });
  }

  /** Lets the connections go. */
  close(): void {
    this.#client.destroy();
  }

  async put(id: string, files: readonly PhotoFile[]): Promise<void> {
    const results = await Promise.allSettled(
      files.map((file) =>
        this.#client.send(
          new PutObjectCommand({
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
    // Best effort: if the store is away now, the sweep finds the rest, and no row points at it.
    await this.remove([id]).catch(() => undefined);
    throw failed.reason;
  }

  async get(id: string, width: PhotoWidth, format: PhotoFormat): Promise<StoredFile | null> {
    try {
      const object = await this.#client.send(
        new GetObjectCommand({ Bucket: this.#bucket, Key: keyOf(id, width, format) }),
      );
      if (object.Body === undefined) return null;
      return { size: object.ContentLength ?? 0, body: object.Body.transformToWebStream() };
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
      throw error;
    }
  }

  async remove(ids: readonly string[]): Promise<void> {
    const keys = ids.flatMap((id) => photoFiles.map((file) => ({ Key: keyOf(id, file.width, file.format) })));
    for (let at = 0; at < keys.length; at += maxDeletes) {
      const answer = await this.#client.send(
        new DeleteObjectsCommand({
          Bucket: this.#bucket,
          Delete: { Objects: keys.slice(at, at + maxDeletes), Quiet: true },
        }),
      );
      const refused = answer.Errors?.find((error) => error.Code !== "NoSuchKey");
      if (refused !== undefined) throw new Error(`S3 did not remove a photo: ${refused.Code ?? "unknown"}`);
    }
  }

  async *list(): AsyncGenerator<string> {
    let token: string | undefined;
    let last = "";
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({
          Bucket: this.#bucket,
          Prefix: "photos/",
          ...(token === undefined ? {} : { ContinuationToken: token }),
        }),
      );
      for (const { Key = "" } of page.Contents ?? []) {
        const id = parsePhotoPath(`/${Key}`)?.id;
        if (id !== undefined && id !== last) yield id;
        last = id ?? last;
      }
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  /** Nothing to do: an object is there whole or not at all. */
  async tidy(): Promise<void> {}

  publicUrl(path: string): string | null {
    return this.#publicUrl === null ? null : `${this.#publicUrl}${path}`;
  }
}

function keyOf(id: string, width: PhotoWidth, format: PhotoFormat): string {
  return photoPath(id, width, format).slice(1);
}

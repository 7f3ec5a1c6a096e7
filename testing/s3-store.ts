import S3rver from "s3rver";

export interface S3Store {
  /** The product's environment variables for it. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** An S3-compatible store on this machine that stores its files in a folder. */
export async function startS3Store(directory: string): Promise<S3Store> {
  const bucket = "vetura-photos";
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await server.run();
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    },
    close: () => server.close(),
  };
}

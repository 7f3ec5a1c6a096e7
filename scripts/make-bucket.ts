import { CreateBucketCommand, HeadBucketCommand, S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { loadConfig } from "#server/config.ts";
import { failExpectedly, UsageError } from "./site/failure.ts";

// node scripts/make-bucket.ts: creates the bucket S3_BUCKET if it is missing; for a store that starts empty.

async function main(): Promise<void> {
  const { photos } = loadConfig(process.env);
  if (photos.store !== "s3") throw new UsageError("Set S3_ENDPOINT, S3_BUCKET and the keys.");
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = photos;
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  });
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
    console.log(`The bucket ${bucket} is there.`);
  } catch (error) {
    if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 404) throw error;
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    console.log(`The bucket ${bucket} was made.`);
  } finally {
    client.destroy();
  }
}

try {
  await main();
} catch (error) {
  failExpectedly(error, "node scripts/make-bucket.ts");
}

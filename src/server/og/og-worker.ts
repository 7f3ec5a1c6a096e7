/** The child process that puts a photo and a drawing together to one JPEG. It knows nothing of the site. */
import sharp from "sharp";
import { SHARE_PICTURE } from "#domain/photos/site-picture.ts";
import { PHOTO_WIDTH } from "./draw-card.ts";
import { type OgAnswer, parseOgJob } from "./og-protocol.ts";

process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

sharp.concurrency(1);
sharp.cache(false);
// The photo is one of our own renditions, the drawing our own markup: nothing else is ever read here.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadSvgBuffer"] });

const { width, height } = SHARE_PICTURE;

async function draw(drawing: string, photo: Uint8Array | null): Promise<Uint8Array<ArrayBuffer>> {
  const ground = sharp({ create: { width, height, channels: 3, background: "#ffffff" } });
  const cropped =
    photo === null
      ? []
      : [
          {
            input: await sharp(photo).resize(PHOTO_WIDTH, height, { fit: "cover" }).toBuffer(),
            left: 0,
            top: 0,
          },
        ];
  const layers = [...cropped, { input: Buffer.from(drawing), left: 0, top: 0 }];
  // Text has hard edges: colours at full resolution keep them clean.
  const picture = ground.composite(layers).jpeg({ quality: 82, chromaSubsampling: "4:4:4", mozjpeg: true });
  return new Uint8Array(await picture.toBuffer());
}

function answer(message: OgAnswer): void {
  process.send?.(message);
}

process.on("message", (message: unknown) => {
  const { job, drawing, photo } = parseOgJob(message);
  draw(drawing, photo).then(
    (picture) => answer({ job, picture }),
    (error: unknown) => answer({ job, picture: null, detail: String(error).slice(0, 500) }),
  );
});

/** The child process that draws share pictures. It knows nothing of the site. */
import sharp from "sharp";
import { drawCard } from "./draw-card.ts";
import { type OgAnswer, parseOgJob } from "./og-protocol.ts";

process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

sharp.concurrency(1);
sharp.cache(false);
// The photo is one of our own renditions, shapes and rendered texts are ours: no foreign data is ever parsed
// here.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadSvgBuffer"],
});

function answer(message: OgAnswer): void {
  process.send?.(message);
}

process.on("message", (message: unknown) => {
  const { job, card, photo } = parseOgJob(message);
  drawCard(card, photo).then(
    (picture) => answer({ job, picture }),
    (error: unknown) => answer({ job, picture: null, detail: String(error).slice(0, 500) }),
  );
});

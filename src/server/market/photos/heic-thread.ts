/**
 * The thread that decodes one HEIC with libheif compiled to WebAssembly. Its memory only grows and is freed
 * when the thread ends; the process watches it meanwhile.
 */
import { parentPort, workerData } from "node:worker_threads";
import libheif from "libheif-js/libheif-wasm/libheif.js";
import { z } from "zod";
import type { HeicPixels } from "./decode-heic.ts";
import { judgeSize } from "./picture-verdict.ts";

/** The displayed picture, rotated and mirrored as declared, 8 bits a channel. */
function decode(heif: ReturnType<typeof libheif>, bytes: Uint8Array): HeicPixels {
  const context = heif.heif_context_alloc();
  const read = heif.heif_context_read_from_memory(context, bytes);
  if (read.code !== heif.heif_error_code.heif_error_Ok) throw new Error(read.message);
  const handle = heif.heif_js_context_get_primary_image_handle(context);
  if (handle.code !== undefined) throw new Error(handle.message);
  const width = heif.heif_image_handle_get_width(handle);
  const height = heif.heif_image_handle_get_height(handle);
  const refusal = judgeSize(width, height);
  if (refusal !== null) throw new Error(refusal.detail);

  const alpha = heif.heif_image_handle_has_alpha_channel(handle) !== 0;
  const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = heif.heif_chroma;
  const image = heif.heif_js_decode_image2(
    handle,
    heif.heif_colorspace.heif_colorspace_RGB,
    alpha ? rgba : rgb,
  );
  if (image.code !== undefined) throw new Error(image.message);
  const [plane] = image.channels;
  if (plane === undefined || plane.width !== width || plane.height !== height) {
    throw new Error("decoded to another size");
  }
  const premultiplied = heif.heif_image_handle_is_premultiplied_alpha(handle) !== 0;
  return { width, height, data: toRgb(plane, alpha ? { premultiplied } : null) };
}

/** Rows without padding, with white behind transparency. */
function toRgb(
  { width, height, stride, data }: { width: number; height: number; stride: number; data: Uint8Array },
  alpha: { premultiplied: boolean } | null,
): Uint8Array<ArrayBuffer> {
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const from = y * stride;
    let to = y * width * 3;
    if (alpha === null) {
      rgb.set(data.subarray(from, from + width * 3), to);
      continue;
    }
    for (let at = from; at < from + width * 4; at += 4) {
      const opacity = data[at + 3] ?? 255;
      for (let channel = 0; channel < 3; channel++) {
        const value = data[at + channel] ?? 0;
        const share = alpha.premultiplied ? value : (value * opacity) / 255;
        // Assignment to a byte array is modulo 256.
        rgb[to++] = Math.min(255, Math.round(share + 255 - opacity));
      }
    }
  }
  return rgb;
}

const bytes = z.instanceof(Uint8Array).parse(workerData);
const heif = libheif();
let answer: HeicPixels | { readonly refused: string };
try {
  answer = decode(heif, bytes);
} catch (error) {
  // The picture's fault, even if the decoder traps or runs out of memory: our own steps succeeded before.
  answer = { refused: error instanceof Error ? error.message : String(error) };
}
parentPort?.postMessage(answer, "data" in answer ? [answer.data.buffer] : []);

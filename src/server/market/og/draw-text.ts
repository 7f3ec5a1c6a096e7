import { fileURLToPath } from "node:url";
import sharp, { type OverlayOptions } from "sharp";

/** A text box in pixels: `left` and `top` are where its ink begins. */
export interface TextBox {
  readonly text: string;
  readonly weight: "medium" | "bold";
  /** Font size; reduced if the text does not fit `width` and `height`. */
  readonly size: number;
  readonly colour: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Whether the text may use several lines. */
  readonly wrap?: boolean;
  /** Pixels added between lines. */
  readonly spacing?: number;
}

// A font file of our own: machines without fonts draw the same pictures.
const fonts = {
  medium: {
    name: "Inter Medium",
    file: fileURLToPath(import.meta.resolve("@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf")),
  },
  bold: {
    name: "Inter Bold",
    file: fileURLToPath(import.meta.resolve("@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf")),
  },
} as const;

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Characters in our font; others would use whatever fonts the machine has. */
export function drawable(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/[^\p{Script=Latin}\p{N}\p{P}\p{Sc}\p{Zs}+\n]/gu, "")
    .replaceAll(/ {2,}/g, " ")
    .trim();
}

/** Escapes typed text, so that Pango never parses it as markup. */
function markup(text: string, colour: string): string {
  return `<span foreground="${colour}">${text.replaceAll(/[&<>]/g, (sign) => entities[sign] ?? "")}</span>`;
}

/** The text as a layer for sharp, and the height of its ink; null for an empty text. */
export async function renderText(box: TextBox): Promise<{ layer: OverlayOptions; height: number } | null> {
  const text = drawable(box.text);
  if (text === "") return null;
  const { name, file } = fonts[box.weight];
  const common = {
    text: markup(text, box.colour),
    font: `${name} ${box.size}`,
    fontfile: file,
    rgba: true,
    wrap: box.wrap === true ? ("word-char" as const) : ("none" as const),
    spacing: box.spacing ?? 0,
  };
  const render = (size: { dpi: number; width: number } | { width: number; height: number }) =>
    sharp({ text: { ...common, ...size } })
      .png()
      .toBuffer({ resolveWithObject: true });
  let rendered = await render({ dpi: 72, width: box.width });
  if (rendered.info.width > box.width || rendered.info.height > box.height) {
    // Without a resolution Pango uses the largest at which the text fits.
    rendered = await render({ width: box.width, height: box.height });
  }
  return {
    layer: { input: rendered.data, left: box.left, top: box.top },
    height: rendered.info.height,
  };
}

import { fileURLToPath } from "node:url";
import PdfFile from "pdfkit";
import { invoiceMessages as text } from "#domain/messages/invoices.ts";

// The font is a file of ours: every machine makes the same bytes.
const font = (file: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${file}`));
const fonts = {
  regular: font("400Regular/Inter_400Regular.ttf"),
  bold: font("600SemiBold/Inter_600SemiBold.ttf"),
} as const;

export const colours = { ink: "#14181f", soft: "#5b6470", line: "#dfe3e8", warn: "#8a5a00" } as const;

/** Points. */
const margin = 56;
const pageWidth = 595.28;
const pageHeight = 841.89;
export const inner = pageWidth - 2 * margin;
/** Below this a page is full; under it stands the footer. */
const bottom = pageHeight - 84;

export interface TextStyle {
  readonly size?: number;
  readonly bold?: boolean;
  readonly colour?: string;
  readonly align?: "left" | "right";
}

// Inter's letters. Of others it has none, and one that is written from the right would turn the whole line around.
const unprintable =
  /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]|(?![©®™])\p{Extended_Pictographic}/gu;

/** A text as the font can draw it: a question mark for every letter that it lacks. */
function printable(value: string): string {
  return value.replaceAll(unprintable, "?");
}

/** A4 pages that are filled from the top; all measures in points, `x` from the left margin. */
export interface Sheet {
  /** Where the next thing is written, from the page's top. */
  y: number;
  /** Writes at the present height and returns the height of what was written; `y` stays. */
  write(value: string, x: number, width: number, style?: TextStyle): number;
  /** A line across the page, and a little room. */
  rule(): void;
  /** Begins another page where fewer points than this are left. */
  room(points: number): void;
  /** The file; what is written at the foot of each page. */
  finish(footer: string): Promise<Uint8Array>;
}

/** An empty document. The same title, author, time and contents make the same bytes. */
export function createSheet(info: { title: string; author: string; at: Date }): Sheet {
  const document = new PdfFile({
    size: "A4",
    margin,
    bufferPages: true,
    lang: "sq",
    displayTitle: true,
    info: { Title: info.title, Author: info.author, CreationDate: info.at, ModDate: info.at },
  });
  const parts: Uint8Array[] = [];
  const done = new Promise<Uint8Array>((resolve, reject) => {
    document.on("data", (part: Uint8Array) => parts.push(part));
    document.on("end", () => resolve(Buffer.concat(parts)));
    document.on("error", reject);
  });
  document.registerFont("regular", fonts.regular);
  document.registerFont("bold", fonts.bold);

  function put(
    written: string,
    { x, y, width }: { x: number; y: number; width: number },
    { size = 9.5, bold = false, colour = colours.ink, align = "left" }: TextStyle,
  ): number {
    const value = printable(written);
    document
      .font(bold ? "bold" : "regular")
      .fontSize(size)
      .fillColor(colour);
    const layout = { width, lineGap: 1.5, features: ["tnum" as const] };
    const height = document.heightOfString(value, layout);
    document.text(value, margin + x, y, { ...layout, align });
    return height;
  }

  const sheet: Sheet = {
    y: margin,
    write: (value, x, width, style = {}) => put(value, { x, y: sheet.y, width }, style),
    rule: () => {
      document
        .moveTo(margin, sheet.y)
        .lineTo(pageWidth - margin, sheet.y)
        .lineWidth(0.75)
        .strokeColor(colours.line)
        .stroke();
      sheet.y += 8;
    },
    room: (points) => {
      if (sheet.y + points <= bottom) return;
      document.addPage();
      sheet.y = margin;
    },
    finish: async (footer) => {
      const { count } = document.bufferedPageRange();
      for (let page = 0; page < count; page += 1) {
        document.switchToPage(page);
        // Text below the margin would begin another page.
        document.page.margins.bottom = 0;
        const style = { size: 8, colour: colours.soft };
        put(footer, { x: 0, y: pageHeight - 52, width: inner - 100 }, style);
        put(
          text.page(page + 1, count),
          { x: inner - 100, y: pageHeight - 52, width: 100 },
          { ...style, align: "right" },
        );
      }
      document.end();
      return done;
    },
  };
  return sheet;
}

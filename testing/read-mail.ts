import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export interface ReadMail {
  readonly to: string;
  readonly subject: string;
  /** The plain text part. */
  readonly text: string;
  readonly html: string;
  readonly attached: readonly { readonly type: string; readonly content: Buffer }[];
}

function decodeBody(part: string): string {
  const split = part.search(/\r?\n\r?\n/);
  const head = part.slice(0, split);
  const body = part.slice(split).trim();
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, "base64").toString("utf8");
  return /transfer-encoding: quoted-printable/i.test(head) ? decodeQuoted(body) : body;
}

function decodeQuoted(text: string): string {
  const bytes = text
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function decodeWords(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(text, "base64").toString("utf8")
        : // Trailing white space counts.
          decodeQuoted(text.replaceAll("_", " ")),
    );
}

/** Parses the source of a mail. */
export function readMail(source: string): ReadMail {
  const header = (field: string) =>
    decodeWords(new RegExp(`^${field}: (.*(?:\r?\n[ \t].*)*)`, "im").exec(source)?.[1] ?? "");
  // Boundaries are nested if a file is attached.
  const boundaries = Array.from(source.matchAll(/boundary="([^"]+)"/g), ([, name = ""]) => name);
  const parts = boundaries.reduce(
    (split, boundary) => split.flatMap((one) => one.split(`--${boundary}`)),
    [source],
  );
  const part = (type: string) =>
    decodeBody(parts.find((one) => one.trim().startsWith(`Content-Type: ${type}`)) ?? "");
  return {
    to: header("To"),
    subject: header("Subject"),
    text: part("text/plain"),
    html: part("text/html"),
    attached: parts.flatMap((one) => {
      if (!/^Content-Disposition: attachment/im.test(one)) return [];
      const type = /^\s*Content-Type: ([\w/]+)/i.exec(one)?.[1] ?? "";
      return [{ type, content: Buffer.from(one.slice(one.search(/\r?\n\r?\n/)), "base64") }];
    }),
  };
}

/** The mails in an outbox folder, oldest first. */
export async function readOutbox(folder: string): Promise<ReadMail[]> {
  const names = await readdir(folder).catch(() => []);
  return Promise.all(
    names
      .filter((name) => name.endsWith(".eml"))
      .toSorted()
      .map(async (name) => readMail(await readFile(join(folder, name), "utf8"))),
  );
}

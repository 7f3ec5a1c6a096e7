/** Markup that is safe to send: made by the `html` tag, which escapes every value. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Markup | string | number | null | false | readonly Markup[];

export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Markup {
  let text = parts[0] ?? "";
  for (const [index, piece] of pieces.entries()) text += rendered(piece) + (parts[index + 1] ?? "");
  return new Markup(text);
}

function rendered(piece: Piece): string {
  if (piece === null || piece === false) return "";
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === "string" || typeof piece === "number") return escaped(String(piece));
  return piece.map((one) => one.text).join("");
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? "");
}

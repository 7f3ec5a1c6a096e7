// A one-page PDF of text, written without a library. Every reader has Helvetica, and its WinAnsi encoding has
// ë and ç.

export interface PdfText {
  /** From the left and from the top, in points; A4 is 595 by 842. */
  x: number;
  y: number;
  size: number;
  bold?: boolean;
  text: string;
}

const font = (name: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

/** An A4 page with these texts, and hairlines at these heights. */
export function pdf(texts: readonly PdfText[], lines: readonly number[]): Buffer {
  const content = [
    ...lines.map((y) => `0.8 G 0.5 w 50 ${842 - y} m 545 ${842 - y} l S`),
    ...texts.map(
      ({ x, y, size, bold, text }) =>
        `BT /${bold === true ? "F2" : "F1"} ${size} Tf ${x} ${842 - y} Td (${escaped(text)}) Tj ET`,
    ),
  ].join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R /Lang (sq) >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font("Helvetica"),
    font("Helvetica-Bold"),
  ];
  let file = "%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  // One byte per letter, so that the lengths counted above are right.
  return Buffer.from(file, "latin1");
}

/** A PDF string; letters that Latin-1 lacks lose their accent or become a question mark. */
function escaped(text: string): string {
  return Array.from(text, (letter) => {
    if (letter === "\\" || letter === "(" || letter === ")") return `\\${letter}`;
    if (letter === "€") return "\\200";
    if (letter === "–" || letter === "—") return "-";
    if (letter < " ") return " ";
    if (letter.charCodeAt(0) < 256) return letter;
    const plain = letter.normalize("NFD").charAt(0);
    return plain.charCodeAt(0) < 256 ? plain : "?";
  }).join("");
}

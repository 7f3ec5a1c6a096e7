import type { LegalBlock, LegalText } from "#domain/messages/legal.ts";

function row([left, right]: readonly [string, string]): string {
  return `| ${left} | ${right} |`;
}

function blockOf(block: LegalBlock): string {
  if (typeof block === "string") return block;
  if ("list" in block) return block.list.map((item) => `- ${item}`).join("\n");
  return [row(block.head), "| --- | --- |", ...block.rows.map(row)].join("\n");
}

/** A built-in text as Markdown, for an operator who changes a sentence of it. */
export function legalMarkdown({ lead, sections }: LegalText): string {
  const parts = sections.map(({ title, body }, index) =>
    [`# ${index + 1}. ${title}`, ...body.map(blockOf)].join("\n\n"),
  );
  return [lead, ...parts].join("\n\n");
}

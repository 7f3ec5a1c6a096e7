import MarkdownIt from "markdown-it";
import { fillLegalText, type LegalFacts } from "#domain/messages/legal.ts";
import privacy from "#domain/messages/privacy.md?raw";
import terms from "#domain/messages/terms.md?raw";

export interface LegalSection {
  /** The fragment of its heading. */
  readonly id: string;
  readonly number: string;
  readonly title: string;
  readonly html: string;
}

export interface LegalText {
  readonly lead: string;
  readonly sections: readonly LegalSection[];
}

const sources = { terms, privacy };
const markdown = new MarkdownIt();

/** A number stays on one line with its unit. */
const wholeAmounts = (text: string): string =>
  text.replaceAll(/(\d) (?=ditë|orë|muaj|vjet|vjeç|karaktere|%|€)/g, "$1\u00A0");

/**
 * A built-in legal text, rendered. The file has a lead and sections that begin with "# 1. Title {#anchor}".
 */
export function legalText(name: keyof typeof sources, facts: LegalFacts): LegalText {
  const [lead = "", ...parts] = wholeAmounts(fillLegalText(sources[name], facts)).split(/^# /m);
  const sections = parts.map((part) => {
    const [, number = "", title = "", id = "", body = ""] =
      /^(\d+)\. (.+) \{#([\w-]+)\}\n(.*)$/s.exec(part) ?? [];
    if (id === "") throw new Error(`a section of ${name}.md does not begin with "# 1. Title {#anchor}"`);
    return { id, number, title, html: markdown.render(body) };
  });
  return { lead: lead.trim(), sections };
}

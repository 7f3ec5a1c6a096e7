import MarkdownIt from "markdown-it";

/**
 * Headings are one level below the page's own, and columns are not aligned: the content policy forbids style
 * attributes.
 */
function asPartOfPage(md: MarkdownIt): void {
  md.core.ruler.push("as_part_of_page", ({ tokens }) => {
    for (const token of tokens) {
      if (/^h[1-6]$/.test(token.tag)) token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
      if (token.type === "th_open" || token.type === "td_open") token.attrs = null;
    }
  });
}

// CommonMark and tables. HTML is shown as text. Links are limited by `validateLink` to http, https, mailto and
// the site's own, never javascript: or data:. Pictures would be fetched from elsewhere. Bare addresses stay
// text: linkify is quadratic in a line's length, seconds for one of brackets.
const markdown = new MarkdownIt({ html: false, linkify: false, breaks: true })
  .disable("image")
  .use(asPartOfPage);

/** Renders an operator's text as safe HTML, whatever was typed. */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}

import { expect, test } from "vitest";
import { settingsLimits } from "#domain/settings/settings.ts";
import { renderMarkdown } from "./markdown.ts";

test("headings, lists, tables, links and line breaks are rendered, headings below the page's own", () => {
  const html = renderMarkdown(
    "# Një\n\n## Dy\n\n- a\n- b\n\n| x | y |\n| - | - |\n| 1 | 2 |\n\n[ne](https://vetura.example) e\nf",
  );
  for (const part of ["<h2>Një</h2>", "<h3>Dy</h3>", "<li>a</li>", "<td>2</td>", "<br>"])
    expect(html).toContain(part);
  expect(html).toContain('<a href="https://vetura.example">ne</a>');
  expect(renderMarkdown("###### Gjashtë")).toBe("<h6>Gjashtë</h6>\n");
});

/** What hostile Markdown tries; none of it may leave a tag or an address that does something. */
test.each([
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "a <b onmouseover=alert(1)>b</b>",
  "<iframe src=//evil.example></iframe>",
  "<style>*{display:none}</style>",
  "[a](javascript:alert(1))",
  "[a](JaVaScRiPt:alert(1))",
  "[a](java&#115;cript:alert(1))",
  "[a](&#x6A;avascript:alert(1))",
  "[a](\u0001javascript:alert(1))",
  "[a](javascript&colon;alert(1))",
  "[a](<javascript:alert(1)>)",
  "[a]: javascript:alert(1)\n\n[a]",
  "<javascript:alert(1)>",
  "[a](vbscript:msgbox(1))",
  "[a](data:text/html;base64,PHNjcmlwdD4=)",
  "[a](file:///etc/passwd)",
  "![a](javascript:alert(1))",
  "![a](https://evil.example/pixel.gif)",
  '[a](https://x.example "q\\" onclick=alert(1) x=")',
  "```\n</code></pre><script>alert(1)</script>\n```",
  '``` "><script>alert(1)</script>\nx\n```',
  "| a | b |\n| :- | -: |\n| 1 | 2 |",
  "| <script>alert(1)</script> |\n| - |\n| <img src=x onerror=alert(1)> |",
])("hostile Markdown is inert: %s", (text) => {
  const html = renderMarkdown(text);
  const tags = [...html.matchAll(/<\/?([a-z][a-z\d]*)([^>]*)>/gi)];
  for (const [, name = "", attributes = ""] of tags) {
    expect(name).toMatch(/^(?:p|a|br|h\d|pre|code|table|thead|tbody|tr|th|td|em|strong|ul|ol|li)$/);
    expect(attributes.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/\bon\w+=|style=|src=/i);
  }
  for (const [, address = ""] of html.matchAll(/href="([^"]*)"/gi))
    expect(address).toMatch(/^(?:https?:|mailto:|%|\/|[^:]*$)/i);
});

test.each([
  ["addresses with brackets", "http://a.b/(((("],
  ["brackets", "["],
  ["stars", "*a **a "],
  ["quotes", "> "],
  ["rows of a table", "|a\n|-\n"],
  ["struck words", "~~a"],
])("the longest text of nothing but %s is rendered within two seconds", (_, part) => {
  const { maxText } = settingsLimits;
  const from = performance.now();
  renderMarkdown(part.repeat(Math.ceil(maxText / part.length)).slice(0, maxText));
  expect(performance.now() - from).toBeLessThan(2_000);
});

import type { Page } from "@playwright/test";

/**
 * Separators at the start or end of a line, each with the text around it. Checks the text nodes and
 * pseudo-elements in the layout, except those clipped by `overflow`.
 */
export async function findStrandedSeparators(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has nothing but this function
    const isSeparator = (text: string) => /^[·•|]$/.test(text);
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has nothing but this function
    const blockOf = (node: Node): Element | null => {
      let element = node.parentElement;
      while (element !== null && getComputedStyle(element).display.startsWith("inline"))
        element = element.parentElement;
      return element;
    };
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has nothing but this function
    const isCutOff = (node: Node, box: DOMRect): boolean => {
      for (let element = node.parentElement; element !== null; element = element.parentElement) {
        if (getComputedStyle(element).overflow === "visible") continue;
        const frame = element.getBoundingClientRect();
        if (box.top >= frame.bottom || box.bottom <= frame.top || box.left >= frame.right) return true;
      }
      return false;
    };
    type Letter = { text: string; node: Node; at: number };
    const blocks = new Map<Element, Letter[]>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const block = blockOf(node);
      if (block === null || !block.checkVisibility({ visibilityProperty: true })) continue;
      const letters = blocks.get(block) ?? [];
      blocks.set(block, letters);
      [...(node.textContent ?? "").matchAll(/\S/g)].forEach((letter) =>
        letters.push({ text: letter[0], node, at: letter.index }),
      );
    }
    const boxOf = ({ node, at }: Letter): DOMRect => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect();
    };
    const found: string[] = [];
    for (const letters of blocks.values()) {
      letters.forEach((letter, index) => {
        if (!isSeparator(letter.text)) return;
        const box = boxOf(letter);
        if (box.width === 0 || isCutOff(letter.node, box)) return;
        const shareLine = (other: Letter | undefined) => {
          if (other === undefined) return false;
          const line = boxOf(other);
          return line.top < box.bottom && line.bottom > box.top;
        };
        if (!shareLine(letters[index - 1]) || !shareLine(letters[index + 1]))
          found.push(
            letters
              .slice(Math.max(0, index - 15), index + 15)
              .map(({ text }) => text)
              .join(""),
          );
      });
    }
    for (const element of document.body.querySelectorAll("*")) {
      for (const pseudo of ["::before", "::after"]) {
        const { content, display } = getComputedStyle(element, pseudo);
        if (display !== "none" && /^"\s*[·•|]/.test(content))
          found.push(`${element.tagName}${pseudo} ${content}`);
      }
    }
    return found;
  });
}

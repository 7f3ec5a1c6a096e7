import { type ComponentType, createElement } from "react";
import { renderToString } from "react-dom/server";

/**
 * Draws a component on the server once for each set of props and keeps the markup: what stands on page after page
 * (cards, the footer) need not be drawn for each. Only for components that read nothing but their props, which JSON must
 * be able to hold: no context, no hook, no id of React's. Browsers take the markup over as if it had just been drawn.
 * At most `most` are kept, the longest unused go first.
 */
export function keepMarkup<Props extends object>(
  component: ComponentType<Props>,
  most: number,
): (props: Props) => { __html: string } {
  // Two halves: what is found in the older one moves to the younger one, which takes its place when it is full. Nothing
  // is moved by most uses.
  let younger = new Map<string, { __html: string }>();
  let older = new Map<string, { __html: string }>();
  return (props) => {
    const key = JSON.stringify(props);
    const known = younger.get(key);
    if (known !== undefined) return known;
    const markup = older.get(key) ?? { __html: inOnePiece(renderToString(createElement(component, props))) };
    if (younger.size >= most / 2) {
      older = younger;
      younger = new Map();
    }
    younger.set(key, markup);
    return markup;
  };
}

/** React gives a chain of hundreds, which each page would put together again. */
function inOnePiece(markup: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(markup));
}

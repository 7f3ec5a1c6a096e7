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
  const kept = new Map<string, { __html: string }>();
  return (props) => {
    const key = JSON.stringify(props);
    let markup = kept.get(key);
    if (markup === undefined) {
      const drawn = renderToString(createElement(component, props));
      // As one piece: React gives a chain of hundreds, which each page would put together again.
      markup = { __html: new TextDecoder().decode(new TextEncoder().encode(drawn)) };
      if (kept.size >= most) {
        for (const oldest of kept.keys()) {
          kept.delete(oldest);
          break;
        }
      }
    } else {
      kept.delete(key);
    }
    kept.set(key, markup);
    return markup;
  };
}

import { searchPageMessages } from "#domain/messages/search-page.ts";
import { StrokeIcon } from "#web/components/stroke-icon.tsx";
import { chooseLargeCards, useLargeCards } from "#web/lib/card-size.ts";

const text = searchPageMessages.cardSize;
const sizes = [
  {
    large: false,
    label: text.compact,
    path: "M4 5.500h5v4H4Zm0 9h5v4H4ZM12.500 6h7.500m-7.500 3.500h5M12.500 15h7.500m-7.500 3.500h5",
  },
  { large: true, label: text.large, path: "M4 4.500h16v10H4ZM4 18h16" },
] as const;

/**
 * Switches a phone between compact and large cards; hidden with large text, which only leaves room for large
 * ones. CSS applies a stored choice before hydration (car-card.css).
 */
export function CardSizeSwitch() {
  const isLarge = useLargeCards();
  return (
    <div role="group" aria-label={text.label} className="card-sizes sm:hidden tiny:hidden noscript:hidden">
      {sizes.map(({ large, label, path }) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={large === isLarge}
          onClick={() => chooseLargeCards(large)}
        >
          <StrokeIcon width="1.75" className="size-6">
            <path d={path} />
          </StrokeIcon>
        </button>
      ))}
    </div>
  );
}

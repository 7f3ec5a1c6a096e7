import { clsx } from "clsx";
import { searchPageMessages } from "#domain/messages/search-page.ts";
import { toggleFavorite, useIsFavorite } from "#web/lib/favorites.ts";

const text = searchPageMessages.card;

/** The favourite button. The browser stores favourites, so it needs scripts. */
export function FavoriteButton({ id, name, className }: { id: string; name: string; className?: string }) {
  const chosen = useIsFavorite(id);
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-label={chosen ? text.unsave(name) : text.save(name)}
      onClick={() => toggleFavorite(id)}
      className={clsx("flex size-11 items-center justify-center rounded-full noscript:hidden", className)}
    >
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className={clsx("size-6 stroke-current stroke-2", chosen ? "fill-red" : "fill-none")}
      >
        <path d="M12 20.5S3.5 15.6 3.5 9.3A4.7 4.7 0 0 1 12 6.5a4.7 4.7 0 0 1 8.5 2.8c0 6.3-8.5 11.2-8.5 11.2Z" />
      </svg>
    </button>
  );
}

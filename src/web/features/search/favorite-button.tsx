import { clsx } from "clsx";
import { searchPageMessages } from "#domain/messages/search-page.ts";
import { Heart } from "#web/components/icons.tsx";
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
      <Heart className={clsx("size-6", chosen && "fill-red")} />
    </button>
  );
}

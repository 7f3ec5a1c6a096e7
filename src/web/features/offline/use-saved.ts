import { useEffect, useState } from "react";
import { useFavorites } from "#web/lib/favorites.ts";
import { readSaved, type SavedCars } from "./read-saved.ts";

const nothing: SavedCars = { favorites: [], opened: [] };

/** The cars saved on this device; null while they are read. */
export function useSaved(): SavedCars | null {
  const favorites = useFavorites();
  const [saved, setSaved] = useState<SavedCars | null>(null);
  useEffect(() => {
    let left = false;
    void readSaved(favorites)
      .catch(() => nothing)
      .then((read) => !left && setSaved(read));
    return () => {
      left = true;
    };
  }, [favorites]);
  return saved;
}

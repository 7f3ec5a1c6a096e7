import { leaveAccountFavorites } from "./favorites.ts";
import { forgetSeen } from "./recently-seen.ts";
import { removeOfflineCars } from "./offline-cars.ts";

/** At sign-out: on a shared device nobody else may see which cars were opened or marked as favourites. */
export async function leaveDevice(): Promise<void> {
  leaveAccountFavorites();
  forgetSeen();
  await removeOfflineCars();
}

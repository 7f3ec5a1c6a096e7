import { leaveAccountFavorites } from "./favorites.ts";
import { forgetSeen } from "./recently-seen.ts";
import { removeOfflineCars } from "./offline-cars.ts";

/** At sign-out: on a shared device nobody else may see which cars were read or liked. */
export async function leaveDevice(): Promise<void> {
  leaveAccountFavorites();
  forgetSeen();
  await removeOfflineCars();
}

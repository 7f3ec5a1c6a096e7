import { leaveAccountFavorites } from "./favorites.ts";
import { forgetSeen } from "./recently-seen.ts";
import { forgetSavedCars } from "./saved-cars.ts";

/** On signing out: which cars somebody read or liked is nobody else's business on a shared device. */
export async function leaveDevice(): Promise<void> {
  leaveAccountFavorites();
  forgetSeen();
  await forgetSavedCars();
}

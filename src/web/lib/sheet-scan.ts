import { withoutSheetMarker } from "#domain/statistics/sheet-address.ts";
import { tellEvent } from "./tell-event.ts";

/**
 * Counts a car's page that was opened from the code on its window sheet, and takes the marker out of the address: a
 * reload, a shared link and a bookmark are no scans. Not through the router, which would read the page again.
 */
export function noteSheetScan(carId: string): void {
  const address = withoutSheetMarker(location.href);
  if (address === null) return;
  history.replaceState(history.state, "", address);
  tellEvent(carId, "sheet_scan");
}

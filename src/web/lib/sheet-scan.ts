import { withoutSheetMarker } from "#domain/statistics/sheet-address.ts";
import { tellEvent } from "./tell-event.ts";

/**
 * Counts a car's page opened by its window sheet's QR code, and removes the marker from the
 * address: a reload, a shared link and a bookmark are not scans. Not through the router,
 * which would reload the page's data.
 */
export function noteSheetScan(carId: string): void {
  const address = withoutSheetMarker(location.href);
  if (address === null) return;
  history.replaceState(history.state, "", address);
  tellEvent(carId, "sheet_scan");
}

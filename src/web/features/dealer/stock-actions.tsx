import { CalendarCheck, Printer } from "lucide-react";
import { useQueryClient } from "@tanstack/react-query";
import { confirmationMessages as text } from "#domain/messages/confirmation.ts";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { windowSheetMessages } from "#domain/messages/window-sheet.ts";
import { MoreMenu } from "#web/components/more-menu.tsx";
import { toast } from "#web/components/toast.ts";
import { useAction } from "#web/components/use-action.ts";
import { api } from "#web/lib/auth.ts";
import { invalidateLists } from "#web/lib/cached-cars.ts";

/** Actions on the whole stock: confirm that all of it is for sale, print its window sheets. */
export function StockActions() {
  const client = useQueryClient();
  const confirm = useAction(async () => {
    const { confirmed } = await api("POST /api/dealer/confirm", {});
    invalidateLists();
    void client.invalidateQueries();
    toast.success(text.stockConfirmed(confirmed));
  }, text.confirmFailed);

  return (
    <MoreMenu
      title={dealerPageMessages.area.stock}
      groups={[
        [
          { label: text.confirmStock, icon: CalendarCheck, onPress: confirm.run },
          { label: windowSheetMessages.stockLink, icon: Printer, to: "/my-publishings/sheets" },
        ],
      ]}
    />
  );
}

import { useSearchParams } from "react-router";
import { tellingEquipment } from "#domain/cars/equipment.ts";
import { equipmentLabels } from "#domain/messages/equipment.ts";
import { windowSheetMessages as text } from "#domain/messages/window-sheet.ts";
import { carFacts, sellerName } from "#web/features/car/car-facts.ts";
import { OwnCarsFrame } from "#web/features/dealer/own-cars-frame.tsx";
import type { SheetWords } from "#web/features/sheets/window-sheet.tsx";
import { SheetsPage } from "#web/features/sheets/sheets-page.tsx";
import { SignedInPage } from "#web/features/shell/signed-in-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { wholeItems } from "#web/lib/whole-items.ts";
import type { Route } from "./+types/window-sheets";

export const meta = privatePageMeta(text.titleMany);

/** More would leave a small photo. */
const maxEquipment = 10;

const words: SheetWords = {
  facts: carFacts,
  equipment: (car) =>
    wholeItems(tellingEquipment(car.equipment, maxEquipment).map((one) => equipmentLabels[one])),
  seller: sellerName,
};

/** One car's sheet (/my-publishings/{id}/sheet), or those of `?ids=` (/my-publishings/sheets). */
export default function Page({ params, matches }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const { id } = params;
  const site = matches[0].loaderData?.site;
  return (
    <SignedInPage>
      {(user) => (
        <OwnCarsFrame user={user}>
          <SheetsPage
            ids={id === undefined ? idsOf(search) : [id]}
            words={words}
            site={{ publicUrl: site?.publicUrl ?? "", name: site?.name ?? "" }}
          />
        </OwnCarsFrame>
      )}
    </SignedInPage>
  );
}

function idsOf(search: URLSearchParams): string[] | null {
  const ids = search.get("ids");
  return ids === null ? null : ids.split(",").filter((id) => id !== "");
}

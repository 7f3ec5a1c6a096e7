import { useNavigate, useSearchParams } from "react-router";
import { stockCodeMessages as text } from "#domain/messages/stock-codes.ts";
import { sectionAddress } from "#web/features/admin/sections.ts";
import { Segments } from "#web/features/admin/lists/segments.tsx";
import { StockCodes } from "./stock-codes.tsx";
import { SuggestedModels } from "./suggested-models.tsx";

const views = ["models", "codes"] as const;

/** 'Modelet': models and codes from sellers that the site does not know yet (specification.md#admin). */
export function ModelsSection() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const view = params.get("view") === "codes" ? "codes" : "models";
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Segments
          label={text.view}
          options={views.map((value) => ({ value, label: text.views[value] }))}
          value={view}
          onChange={(next) =>
            void navigate(sectionAddress("models", next === "codes" ? { view: next } : {}), {
              preventScrollReset: true,
            })
          }
        />
      </div>
      {view === "codes" ? <StockCodes /> : <SuggestedModels />}
    </div>
  );
}

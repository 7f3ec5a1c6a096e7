import { type ComponentType, lazy, Suspense } from "react";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { CostsHint } from "#web/features/costs/costs-hint.tsx";
import type { PriceHintOf } from "#web/features/sell/car-form.tsx";
import { EditCarPage } from "#web/features/sell/edit-car-page.tsx";
import { useBack } from "#web/lib/back.ts";
import { SignedInPage } from "#web/features/shell/signed-in-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import type { Route } from "./+types/edit-car";

export const meta = privatePageMeta(text.titleEdit);

// Optional: a failure shows nothing.
const PriceHint = lazy<ComponentType<{ facts: object }>>(() =>
  import("#web/features/prices/price-hint.tsx").then(
    (loaded) => ({ default: loaded.PriceHint }),
    () => ({ default: () => null }),
  ),
);

const priceHint: PriceHintOf = (facts) => (
  <>
    {facts.model !== "" && (
      <Suspense>
        <PriceHint facts={facts} />
      </Suspense>
    )}
    <CostsHint car={facts} />
  </>
);

export default function Page({ params: { id } }: Route.ComponentProps) {
  const back = useBack("/my-publishings");
  return (
    <SignedInPage>
      {(user) => <EditCarPage key={id} id={id} user={user} priceHint={priceHint} onBack={back} />}
    </SignedInPage>
  );
}

import { Navigate, useLocation } from "react-router";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { CostsHint } from "#web/features/costs/costs-hint.tsx";
import { LatePriceHint } from "#web/features/prices/late-price-hint.tsx";
import type { PriceHintOf } from "#web/features/sell/car-form.tsx";
import { AddCarPage } from "#web/features/sell/add-car-page.tsx";
import { CopyCarPage } from "#web/features/sell/copy-car-page.tsx";
import { copiedCarId, passedCarId } from "#web/features/sell/arrival.ts";
import { useBack } from "#web/lib/back.ts";
import { SignedInPage } from "#web/features/shell/signed-in-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";

export const meta = privatePageMeta(text.titleAdd);

const priceHint: PriceHintOf = (facts) => (
  <>
    <LatePriceHint facts={facts} />
    <CostsHint car={facts} />
  </>
);

export default function Page() {
  const { state } = useLocation();
  const back = useBack();
  return (
    <SignedInPage signIn="/register">
      {(user) => {
        // A car passed in the state is edited instead.
        const carId = passedCarId(state);
        if (carId !== null) return <Navigate to={`/edit-car/${carId}`} replace />;
        const copyOf = copiedCarId(state);
        if (copyOf !== null) return <CopyCarPage id={copyOf} user={user} onBack={back} />;
        return <AddCarPage user={user} priceHint={priceHint} onBack={back} />;
      }}
    </SignedInPage>
  );
}

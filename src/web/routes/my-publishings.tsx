import { useState } from "react";
import { useNavigate } from "react-router";
import type { Car } from "#contract/cars.ts";
import { hasDealerAccess } from "#domain/accounts/dealer-access.ts";
import { myCarsMessages as text } from "#domain/messages/my-cars.ts";
import { OwnCarsFrame } from "#web/features/dealer/own-cars-frame.tsx";
import { StockActions } from "#web/features/dealer/stock-actions.tsx";
import { MyCarsPage } from "#web/features/my-cars/my-cars-page.tsx";
import { carInOrder, type ExtrasState } from "#web/features/payments/checkout-order.ts";
import { ExtrasDialog, type ExtrasRequest } from "#web/features/payments/extras-dialog.tsx";
import { PriceAdvice } from "#web/features/prices/price-advice.tsx";
import { SignedInPage } from "#web/features/shell/signed-in-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { randomId } from "#web/lib/random-id.ts";

export const meta = privatePageMeta(text.title);

const priceAdvice = (car: Car) => <PriceAdvice car={car} />;

/** An order for the refunded listing fee of the user's own car. */
function listingAgain(car: Car, listingInCents: number): ExtrasState {
  const extras = { sponsorshipDays: 0, socialPromotion: false };
  return { extrasFor: { ...carInOrder(car), ...extras, listingInCents, attempt: randomId() } };
}

export default function Page() {
  const navigate = useNavigate();
  const [promoted, setPromoted] = useState<ExtrasRequest | null>(null);
  return (
    <SignedInPage>
      {(user) => (
        <>
          <OwnCarsFrame user={user}>
            <MyCarsPage
              stockActions={hasDealerAccess(user) && <StockActions />}
              priceAdvice={priceAdvice}
              onPromote={(...cars) => setPromoted({ cars, attempt: randomId() })}
              onFeeDue={(car, cents) => void navigate("/checkout", { state: listingAgain(car, cents) })}
            />
          </OwnCarsFrame>
          <ExtrasDialog request={promoted} onClose={() => setPromoted(null)} />
        </>
      )}
    </SignedInPage>
  );
}

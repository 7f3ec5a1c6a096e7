import { type ComponentType, lazy, Suspense } from "react";
import { Navigate, useLocation } from "react-router";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { CostsHint } from "#web/features/costs/costs-hint.tsx";
import type { PriceHintOf } from "#web/features/sell/car-form.tsx";
import { AddCarPage } from "#web/features/sell/add-car-page.tsx";
import { CopyCarPage } from "#web/features/sell/copy-car-page.tsx";
import { copiedCarId, passedCarId } from "#web/features/sell/arrival.ts";
import { useBack } from "#web/lib/back.ts";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useAuth } from "#web/lib/auth.ts";
import { QueryProvider } from "#web/lib/query.tsx";
import type { Route } from "./+types/add-car";

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(text.titleAdd, matches);
}

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

function SignedIn() {
  const { user } = useAuth();
  const { state } = useLocation();
  const back = useBack();
  // A car passed in the state is edited instead.
  const carId = passedCarId(state);
  if (carId !== null) return <Navigate to={`/edit-car/${carId}`} replace />;
  const copyOf = copiedCarId(state);
  if (user !== null && copyOf !== null) return <CopyCarPage id={copyOf} user={user} onBack={back} />;
  return user === null ? null : <AddCarPage user={user} priceHint={priceHint} onBack={back} />;
}

export default function Page() {
  return (
    <RequireUser signIn="/register">
      <QueryProvider>
        <SignedIn />
      </QueryProvider>
    </RequireUser>
  );
}

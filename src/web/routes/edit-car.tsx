import { type ComponentType, lazy, Suspense } from "react";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { CostsHint } from "#web/features/costs/costs-hint.tsx";
import type { PriceHintOf } from "#web/features/sell/car-form.tsx";
import { EditCarPage } from "#web/features/sell/edit-car-page.tsx";
import { useBack } from "#web/lib/back.ts";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useAuth } from "#web/lib/auth.ts";
import { QueryProvider } from "#web/lib/query.tsx";
import type { Route } from "./+types/edit-car";

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(text.titleEdit, matches);
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

function SignedIn({ id }: { id: string }) {
  const { user } = useAuth();
  const back = useBack("/my-publishings");
  return user === null ? null : (
    <EditCarPage key={id} id={id} user={user} priceHint={priceHint} onBack={back} />
  );
}

export default function Page({ params }: Route.ComponentProps) {
  return (
    <RequireUser>
      <QueryProvider>
        <SignedIn id={params.id} />
      </QueryProvider>
    </RequireUser>
  );
}

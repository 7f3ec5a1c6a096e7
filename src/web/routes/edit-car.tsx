import { sellMessages as text } from "#domain/messages/sell.ts";
import { CostsHint } from "#web/features/costs/costs-hint.tsx";
import { PriceHint } from "#web/features/prices/price-hint.tsx";
import type { PriceHintOf } from "#web/features/sell/car-form.tsx";
import { EditCarPage } from "#web/features/sell/edit-car-page.tsx";
import { useBack } from "#web/lib/back.ts";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useAuth } from "#web/lib/auth.ts";
import { QueryProvider } from "#web/lib/query.tsx";
import type { Route } from "./+types/edit-car";

export const meta = privatePageMeta(text.titleEdit);

const priceHint: PriceHintOf = (facts) => (
  <>
    <PriceHint facts={facts} />
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

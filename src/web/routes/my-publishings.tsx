import { useState } from "react";
import { myCarsMessages as text } from "#domain/messages/my-cars.ts";
import { MyCarsPage } from "#web/features/my-cars/my-cars-page.tsx";
import { ExtrasDialog, type ExtrasRequest } from "#web/features/payments/extras-dialog.tsx";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { privatePageMeta } from "#web/features/shell/private-page-meta.ts";
import { QueryProvider } from "#web/lib/query.tsx";
import { randomId } from "#web/lib/random-id.ts";
import type { Route } from "./+types/my-publishings";

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(text.title, matches);
}

export default function Page() {
  const [promoted, setPromoted] = useState<ExtrasRequest | null>(null);
  return (
    <RequireUser>
      <QueryProvider>
        <MyCarsPage onPromote={(car) => setPromoted({ car, attempt: randomId() })} />
      </QueryProvider>
      <ExtrasDialog request={promoted} onClose={() => setPromoted(null)} />
    </RequireUser>
  );
}

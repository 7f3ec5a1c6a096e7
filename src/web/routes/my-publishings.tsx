import { myCarsMessages as text } from "#domain/messages/my-cars.ts";
import { MyCarsPage } from "#web/features/my-cars/my-cars-page.tsx";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { privatePageMeta } from "#web/features/shell/private-page-meta.ts";
import { QueryProvider } from "#web/lib/query.tsx";
import type { Route } from "./+types/my-publishings";

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(text.title, matches);
}

export default function Page() {
  return (
    <RequireUser>
      <QueryProvider>
        <MyCarsPage />
      </QueryProvider>
    </RequireUser>
  );
}

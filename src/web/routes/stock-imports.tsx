import { hasDealerAccess } from "#domain/accounts/dealer-access.ts";
import { stockPageMessages } from "#domain/messages/stock-pages.ts";
import { PromoPage } from "#web/features/dealer/promo-page.tsx";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { ImportPage } from "#web/features/stock/import-page.tsx";
import { StockPage } from "#web/features/stock/stock-page.tsx";
import { useAuth } from "#web/lib/auth.ts";
import { QueryProvider } from "#web/lib/query.tsx";
import type { Route } from "./+types/stock-imports";

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(stockPageMessages.title, matches);
}

export default function Page({ params }: Route.ComponentProps) {
  const { user } = useAuth();
  return (
    <RequireUser>
      <QueryProvider>
        {user !== null &&
          (!hasDealerAccess(user) ? (
            <PromoPage />
          ) : params.id === undefined ? (
            <StockPage />
          ) : (
            <ImportPage key={params.id} id={params.id} />
          ))}
      </QueryProvider>
    </RequireUser>
  );
}

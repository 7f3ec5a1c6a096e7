import { stockPageMessages } from "#domain/messages/stock-pages.ts";
import { ImportPage } from "#web/features/stock/import-page.tsx";
import { StockPage } from "#web/features/stock/stock-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import type { Route } from "./+types/stock-imports";

export const meta = privatePageMeta(stockPageMessages.title);

export default function Page({ params }: Route.ComponentProps) {
  return params.id === undefined ? <StockPage /> : <ImportPage key={params.id} id={params.id} />;
}

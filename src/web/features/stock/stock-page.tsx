import { stockPageMessages as text } from "#domain/messages/stock-pages.ts";
import { FeedCard } from "./feed-card.tsx";
import { ImportsList } from "./imports-list.tsx";
import { UploadCard } from "./upload-card.tsx";

/** /autosallon-dashboard/imports: imports a dealer's stock from a file (specification.md#stock-import). */
export function StockPage() {
  return (
    <div className="flex flex-col gap-6 md:gap-8">
      <h1 className="text-3xl">{text.title}</h1>
      <UploadCard />
      <ImportsList />
      <FeedCard />
    </div>
  );
}

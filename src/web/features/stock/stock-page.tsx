import { stockPageMessages as text } from "#domain/messages/stock-pages.ts";
import { TextLink } from "#web/components/text-link.tsx";
import { FeedCard } from "./feed-card.tsx";
import { ImportsList } from "./imports-list.tsx";
import { UploadCard } from "./upload-card.tsx";

/** /autosallon-dashboard/imports: a dealer's stock from a file (specification.md#stock-import). */
export function StockPage() {
  return (
    <div className="page flex flex-col gap-6 py-6 md:gap-8 md:py-10">
      <div>
        <TextLink to="/autosallon-dashboard" className="inline-flex min-h-11 items-center">
          {text.back}
        </TextLink>
        <h1 className="text-3xl">{text.title}</h1>
      </div>
      <UploadCard />
      <ImportsList />
      <FeedCard />
    </div>
  );
}

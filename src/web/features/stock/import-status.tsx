import type { StockImport } from "#contract/imports.ts";
import { stockPageMessages } from "#domain/messages/stock-pages.ts";
import { Badge, type BadgeTone } from "#web/components/badge.tsx";

const tones: Readonly<Record<StockImport["status"], BadgeTone>> = {
  checking: "blue",
  ready: "blue",
  applying: "blue",
  applied: "green",
  failed: "red",
  reverted: "neutral",
};

export function ImportStatus({ status }: Pick<StockImport, "status">) {
  return <Badge tone={tones[status]}>{stockPageMessages.statuses[status]}</Badge>;
}

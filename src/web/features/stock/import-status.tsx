import type { StockImport } from "#contract/imports.ts";
import { stockPageMessages } from "#domain/messages/stock-pages.ts";
import { Badge, type BadgeTone } from "#web/components/badge.tsx";
import { isReverting } from "./use-imports.ts";

const tones: Readonly<Record<StockImport["status"], BadgeTone>> = {
  checking: "blue",
  ready: "blue",
  applying: "blue",
  applied: "green",
  failed: "red",
  reverted: "neutral",
};

export function ImportStatus({ item }: { item: Pick<StockImport, "status" | "revertAskedAt"> }) {
  if (isReverting(item)) return <Badge tone="blue">{stockPageMessages.isReverting}</Badge>;
  const { status } = item;
  return <Badge tone={tones[status]}>{stockPageMessages.statuses[status]}</Badge>;
}

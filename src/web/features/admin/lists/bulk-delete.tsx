import { useState } from "react";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { Button } from "#web/components/button.tsx";
import { Dialog } from "#web/components/dialog.tsx";
import { ConfirmWrite, type Question } from "#web/features/admin/parts/confirm-write.tsx";
import type { Selection } from "./data-table.tsx";

const text = adminPageMessages.bulk;
/** Names listed before "and n others". */
const namesShown = 8;

/** Deleting five hundred rows with everything that belongs to them takes long. */
export const bulkCall = { timeoutMs: 60_000 };

export interface BulkOutcome {
  readonly deleted: number;
  readonly failed: readonly { readonly id: string; readonly message: string }[];
}

const nothing: BulkOutcome = { deleted: 0, failed: [] };

export interface BulkTexts {
  readonly selected: (count: number) => string;
  readonly removeSelected: (count: number) => string;
  readonly bulkTitle: (count: number) => string;
  readonly bulkText: string;
  readonly andMore: (count: number) => string;
  readonly bulkDone: (count: number) => string;
  readonly bulkNone: string;
  readonly bulkFailed: string;
}

/** Deletes the ticked rows: asks once, names them, and then reports which were deleted and which were not. */
export function BulkDelete<Item>({
  texts,
  max,
  selected,
  nameOf,
  onRemove,
  onClear,
}: {
  texts: BulkTexts;
  /** The server's limit per call. */
  max: number;
  selected: Selection<Item>;
  nameOf: (item: Item) => string;
  onRemove: (ids: string[], reason: string) => Promise<BulkOutcome>;
  onClear: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const [report, setReport] = useState<{ outcome: BulkOutcome; names: ReadonlyMap<string, string> } | null>(
    null,
  );
  const count = selected.size;
  const tooMany = count > max;

  const question: Question<BulkOutcome> = {
    title: texts.bulkTitle(count),
    text: (
      <>
        <p>{texts.bulkText}</p>
        <ul className="mt-3 list-disc space-y-1 ps-5 text-ink wrap-anywhere">
          {[...selected].slice(0, namesShown).map(([id, item]) => (
            <li key={id}>{nameOf(item)}</li>
          ))}
        </ul>
        {count > namesShown && <p className="mt-1 ps-5">{texts.andMore(count - namesShown)}</p>}
      </>
    ),
    confirmLabel: text.confirm,
    danger: true,
    send: (reason) => onRemove([...selected.keys()], reason),
    onDone: (outcome) => {
      setReport({ outcome, names: new Map([...selected].map(([id, item]) => [id, nameOf(item)])) });
      onClear();
      return undefined;
    },
    failed: texts.bulkFailed,
  };

  const { deleted, failed } = report?.outcome ?? nothing;
  return (
    <>
      {count > 0 && (
        <div className="sticky top-18 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-paper px-4 py-2 shadow-card">
          <output className="me-auto font-medium tabular-nums">{texts.selected(count)}</output>
          {tooMany && <p className="text-sm text-red">{text.limit(max)}</p>}
          <Button variant="quiet" className="px-2!" onClick={onClear}>
            {text.clear}
          </Button>
          <Button
            variant="danger"
            className="max-sm:w-full"
            disabled={tooMany}
            onClick={() => setAsking(true)}
          >
            {texts.removeSelected(count)}
          </Button>
        </div>
      )}
      {asking && <ConfirmWrite question={question} onClose={() => setAsking(false)} />}
      <Dialog
        open={report !== null}
        onClose={() => setReport(null)}
        title={text.reportTitle}
        footer={
          <div className="flex justify-end">
            <Button onClick={() => setReport(null)}>{adminPageMessages.actions.close}</Button>
          </div>
        }
      >
        <p role="status" className="font-medium">
          {deleted === 0 ? texts.bulkNone : texts.bulkDone(deleted)}
        </p>
        {failed.length > 0 && (
          <>
            <h3 className="mt-4 text-base">{text.failedHeading(failed.length)}</h3>
            <ul className="mt-2 divide-y divide-line border-y border-line text-sm">
              {failed.map(({ id, message }) => (
                <li key={id} className="py-2">
                  <span className="font-medium wrap-anywhere">{report?.names.get(id) ?? id}</span>
                  <span className="block text-ink-soft">{message}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Dialog>
    </>
  );
}

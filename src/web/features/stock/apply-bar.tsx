import { useRef, useState } from "react";
import type { StockImport } from "#contract/imports.ts";
import { stockPageMessages } from "#domain/messages/stock-pages.ts";
import { Button } from "#web/components/button.tsx";
import { Checkbox } from "#web/components/checkbox.tsx";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { toast } from "#web/components/toast.ts";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import { useImportAction } from "./use-imports.ts";

const text = stockPageMessages.import;

/** If the file lacks most of the stock, the dealer must confirm that explicitly. */
function ManyMissing({
  count,
  busy,
  onConfirm,
  onCancel,
}: {
  count: number;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const [word, setWord] = useState("");
  const [isWrong, setWrong] = useState(false);
  function confirm(): void {
    if (word.trim().toLowerCase() === text.manyWord) onConfirm();
    else setWrong(true);
  }
  return (
    <ConfirmDialog
      open
      danger
      title={text.manyTitle}
      text={text.manyText(count)}
      confirmLabel={text.manyConfirm}
      busy={busy}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <Field
        label={text.manyLabel(text.manyWord)}
        error={isWrong ? text.manyLabel(text.manyWord) : undefined}
      >
        <Input
          value={word}
          autoComplete="off"
          autoCapitalize="none"
          onChange={({ target }) => setWord(target.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}

export function ApplyBar({ item }: { item: StockImport }) {
  const { create, update, unchanged, archive, faulty } = item.summary;
  const [archiveMissing, setArchiveMissing] = useState(false);
  const [asksMany, setAsksMany] = useState(false);
  const action = useImportAction(item.id);
  const count = create + update + (archiveMissing ? archive : 0);
  // A double press may come before the button is disabled.
  const busy = useRef(false);

  async function apply(confirm: boolean): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    try {
      await action.mutateAsync({ apply: { archiveMissing, confirm } });
      setAsksMany(false);
    } catch (error) {
      const isMany = error instanceof ApiError && error.code === "too_many_missing";
      setAsksMany(isMany);
      if (!isMany) toast.error(messageOf(error, text.applyFailed));
    } finally {
      busy.current = false;
    }
  }

  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-col gap-2 border-t border-line bg-paper px-4 py-3 short:static sm:mx-0 sm:flex-row sm:flex-wrap sm:items-center sm:gap-x-6 sm:rounded-lg sm:border sm:px-6 sm:py-4">
      <div className="min-w-0 grow">
        {archive > 0 && (
          <Checkbox
            label={text.archiveMissing(archive)}
            hint={text.archiveHint}
            checked={archiveMissing}
            onChange={({ target }) => setArchiveMissing(target.checked)}
          />
        )}
        {faulty > 0 && <p className="text-sm text-ink-soft">{text.applyHint(faulty)}</p>}
      </div>
      <Button
        size="lg"
        className="max-sm:w-full"
        disabled={count + unchanged === 0}
        loading={action.isPending}
        onClick={() => void apply(false)}
      >
        {count > 0 ? text.apply(count) : unchanged > 0 ? text.confirmUnchanged(unchanged) : text.applyNothing}
      </Button>
      {asksMany && (
        <ManyMissing
          count={archive}
          busy={action.isPending}
          onConfirm={() => void apply(true)}
          onCancel={() => setAsksMany(false)}
        />
      )}
    </div>
  );
}

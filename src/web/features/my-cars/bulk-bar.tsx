import { Archive, Printer, X } from "lucide-react";
import { useState } from "react";
import type { BulkEdit, BulkEdited } from "#contract/bulk-edit.ts";
import type { Car } from "#contract/cars.ts";
import { bulkRules } from "#domain/cars/bulk-price.ts";
import { maxCarsPaidAtOnce } from "#domain/payments/fees.ts";
import { bulkEditMessages as text } from "#domain/messages/bulk-edit.ts";
import { Button, IconButton } from "#web/components/button.tsx";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { Dialog } from "#web/components/dialog.tsx";
import { MoreMenu } from "#web/components/more-menu.tsx";
import { toast } from "#web/components/toast.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { BulkPriceDialog } from "./bulk-price-dialog.tsx";
import { useBulkEdit } from "./use-bulk-edit.ts";
import { listStatusOf } from "./use-my-cars.ts";

const nameOf = (car: Car) => `${car.brand} ${car.model} ${car.year}`;

interface Refused {
  readonly id: string;
  readonly name: string;
  readonly message: string;
}

const idsOf = (cars: readonly Car[]) => cars.map(({ _id }) => _id);

export function BulkBar({
  chosen,
  choosable,
  onChoose,
  onPromote,
  onEnd,
}: {
  chosen: readonly Car[];
  /** The listed cars that can be chosen. */
  choosable: readonly Car[];
  onChoose: (cars: readonly Car[]) => void;
  /** Gets the cars whose sponsorship is to be paid. */
  onPromote: (...cars: [Car, ...Car[]]) => void;
  onEnd: () => void;
}) {
  const bulk = useBulkEdit();
  const [open, setOpen] = useState<"price" | "archive" | null>(null);
  const [failure, setFailure] = useState<string>();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const onSale = chosen.filter((car) => listStatusOf(car) === "active");
  const all = choosable.slice(0, bulkRules.maxCars);
  const areAllChosen = chosen.length >= all.length;

  function tell(action: BulkEdit["action"], { results }: BulkEdited): void {
    const done = results.filter(({ outcome }) => outcome === "done").length;
    const names = new Map(chosen.map((car) => [car._id, nameOf(car)]));
    const stayed = results.flatMap(({ id, outcome, message = text.failed }) =>
      outcome === "refused" ? [{ id, name: names.get(id) ?? id, message }] : [],
    );
    setOpen(null);
    setRefused(stayed);
    if (done > 0) toast.success(text.done[action](done));
    else if (stayed.length === 0) toast.info(text.nothingDone);
    onChoose([]);
  }

  async function send(edit: BulkEdit): Promise<void> {
    setFailure(undefined);
    try {
      tell(edit.action, await bulk.mutateAsync(edit));
    } catch (error) {
      const message = messageOf(error, text.failed);
      if (edit.action === "price") setFailure(message);
      else toast.error(message);
    }
  }

  function promote(): void {
    const [first, ...others] = onSale;
    if (first === undefined) return;
    if (onSale.length > maxCarsPaidAtOnce) toast.info(text.tooManyToSponsor(maxCarsPaidAtOnce));
    else onPromote(first, ...others);
  }

  return (
    <>
      <section
        aria-label={text.barLabel}
        className="sticky bottom-0 z-20 mt-6 -mx-4 flex flex-col gap-2 border-t border-line bg-paper px-4 py-3 shadow-card sm:mx-0 sm:rounded-t-lg sm:border-x lg:flex-row lg:flex-wrap lg:items-center"
      >
        <div className="flex flex-wrap items-center gap-x-2 lg:me-auto">
          <IconButton label={text.end} className="-ms-2" onClick={onEnd}>
            <X aria-hidden="true" className="size-5" />
          </IconButton>
          <output className="me-auto font-medium tabular-nums lg:me-2">{text.chosen(chosen.length)}</output>
          {areAllChosen ? (
            <Button variant="quiet" className="px-2!" onClick={() => onChoose([])}>
              {text.chooseNone}
            </Button>
          ) : (
            <Button variant="quiet" className="px-2!" onClick={() => onChoose(all)}>
              {all.length < choosable.length ? text.chooseFirst(all.length) : text.chooseAll(all.length)}
            </Button>
          )}
        </div>
        {chosen.length > 0 && (
          <div className="grid grid-cols-2 gap-2 *:px-3! sm:flex sm:flex-wrap">
            <Button disabled={onSale.length === 0} onClick={() => setOpen("price")}>
              {text.price}
            </Button>
            <Button
              variant="secondary"
              disabled={onSale.length === 0}
              loading={bulk.isPending && open === null}
              onClick={() => void send({ action: "confirm", ids: idsOf(onSale) })}
            >
              {text.confirm}
            </Button>
            <Button variant="secondary" disabled={onSale.length === 0} onClick={promote}>
              {text.sponsor}
            </Button>
            {/* Its dialog gets no padding from this row. */}
            <div className="contents">
              <MoreMenu
                title={text.chosen(chosen.length)}
                className="px-3!"
                groups={[
                  [
                    {
                      label: text.sheets,
                      icon: Printer,
                      to: `/my-publishings/sheets?ids=${idsOf(chosen).join(",")}`,
                    },
                  ],
                  [{ label: text.archive, icon: Archive, danger: true, onPress: () => setOpen("archive") }],
                ]}
              />
            </div>
          </div>
        )}
      </section>
      {open === "price" && (
        <BulkPriceDialog
          cars={onSale}
          sold={chosen.length - onSale.length}
          busy={bulk.isPending}
          error={failure}
          onSave={(by) =>
            send({
              action: "price",
              ids: idsOf(onSale),
              by,
              seen: Object.fromEntries(onSale.map((car) => [car._id, car.price])),
            })
          }
          onClose={() => {
            setOpen(null);
            setFailure(undefined);
          }}
        />
      )}
      <ConfirmDialog
        open={open === "archive"}
        danger
        title={text.archiveTitle(chosen.length)}
        text={text.archiveText}
        confirmLabel={text.archive}
        busy={bulk.isPending}
        onConfirm={() => void send({ action: "archive", ids: idsOf(chosen) })}
        onCancel={() => setOpen(null)}
      />
      <Dialog
        open={refused.length > 0}
        onClose={() => setRefused([])}
        title={text.reportTitle}
        footer={
          <div className="flex justify-end">
            <Button onClick={() => setRefused([])}>{text.close}</Button>
          </div>
        }
      >
        <ul className="divide-y divide-line border-y border-line text-sm">
          {refused.map(({ id, name, message }) => (
            <li key={id} className="py-2">
              <span className="font-medium wrap-anywhere">{name}</span>
              <span className="block text-ink-soft">{message}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

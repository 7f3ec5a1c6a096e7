import { useState } from "react";
import type { ImportFault, StockImport } from "#contract/imports.ts";
import { formatMoment } from "#web/lib/moments.ts";
import { stockPageMessages } from "#domain/messages/stock-pages.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { DownloadLink } from "#web/components/download-link.tsx";
import { ErrorState, Loading, Skeleton } from "#web/components/states.tsx";
import { TallLink } from "#web/components/text-link.tsx";
import { useAction } from "#web/components/use-action.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { ApplyBar } from "./apply-bar.tsx";
import { ImportRows } from "./import-rows.tsx";
import { ImportStatus } from "./import-status.tsx";
import { isWorkedOn, useImport, useImportAction } from "./use-imports.ts";
import { Card } from "#web/components/card.tsx";

const text = stockPageMessages.import;
const listPath = "/autosallon-dashboard/imports";

function Working({ item }: { item: StockImport }) {
  const { done, total } = item.progress;
  // Before the first photo, `total` counts rows and `done` none or all. Undoing is fast and reports no progress.
  const isKnown = done > 0 && done < total && item.status !== "applied";
  const isChange = item.status === "applying";
  const what = item.status === "checking" ? text.checking : isChange ? text.applying : text.reverting;
  return (
    <Card id="working" heading={what} headingClass="text-lg">
      <progress
        className="bar mt-4"
        aria-labelledby="working"
        {...(isKnown ? { value: done, max: total } : {})}
      />
      <p className="mt-2 min-h-6 tabular-nums" role="status">
        {isKnown && text.progress(done, total)}
      </p>
      <p className="mt-2 text-ink-soft">{text.mayClose}</p>
    </Card>
  );
}

/** Faults of the whole file: the header, the account's phone number, an unreadable file. */
function WholeFile({ faults }: { faults: readonly ImportFault[] }) {
  if (faults.length === 0) return null;
  return (
    <section aria-labelledby="whole-file" className="rounded-lg bg-red-soft p-4 sm:px-6">
      <h2 id="whole-file" className="text-base">
        {text.whole}
      </h2>
      <ul className="mt-2 flex flex-col gap-2">
        {faults.map(({ column, value, message }) => (
          <li key={column + message} className="wrap-anywhere">
            {column !== "" && (
              <span className="font-medium">
                {column}
                {value === "" ? "" : ` («${value}»)`}:{" "}
              </span>
            )}
            {message}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Done({ item }: { item: StockImport }) {
  const [asks, setAsks] = useState(false);
  const action = useImportAction(item.id);
  const revert = useAction(
    () => action.mutateAsync("revert").finally(() => setAsks(false)),
    text.revertFailed,
  );
  return (
    <section
      role="status"
      className={
        item.status === "applied" ? "rounded-lg bg-green-soft p-4 sm:p-6" : "rounded-lg bg-surface p-4 sm:p-6"
      }
    >
      <p className="text-lg">
        {item.status === "applied"
          ? text.appliedText(item.summary.create, item.summary.update)
          : text.revertedText}
      </p>
      {item.status === "applied" && item.summary.faulty > 0 && (
        <p className="mt-1 text-ink-soft">{text.skippedText(item.summary.faulty)}</p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to="/my-publishings">{text.toCars}</ButtonLink>
        <ButtonLink to={listPath} variant="secondary">
          {text.another}
        </ButtonLink>
        {item.revertible && (
          <Button variant="danger-quiet" onClick={() => setAsks(true)}>
            {text.revert}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asks}
        danger
        title={text.revertTitle}
        text={text.revertText}
        confirmLabel={text.revert}
        busy={action.isPending}
        onConfirm={revert.run}
        onCancel={() => setAsks(false)}
      />
    </section>
  );
}

function Content({ item }: { item: StockImport }) {
  if (isWorkedOn(item)) return <Working item={item} />;
  const isReady = item.status === "ready";
  return (
    <>
      {(item.status === "applied" || item.status === "reverted") && <Done item={item} />}
      {item.status === "failed" && (
        <section className="rounded-lg bg-surface p-4 sm:p-6">
          <p className="text-lg">{text.failedText}</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <ButtonLink to={listPath}>{text.another}</ButtonLink>
            <DownloadLink href="/api/dealer/imports/template.csv">
              {stockPageMessages.upload.template}
            </DownloadLink>
          </div>
        </section>
      )}
      <WholeFile faults={item.faults.filter(({ row }) => row <= 1)} />
      {item.faultCount > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <DownloadLink href={`/api/dealer/imports/${item.id}/faults.csv`}>{text.allFaults}</DownloadLink>
        </div>
      )}
      {isReady && <ImportRows item={item} />}
      {isReady && <ApplyBar item={item} />}
    </>
  );
}

/** /autosallon-dashboard/imports/{id}: a file's effects and faults; applies and undoes it. */
export function ImportPage({ id }: { id: string }) {
  const { data: item, error, isFetching, refetch } = useImport(id);
  if (item === undefined) {
    return (
      <div>
        {error === null ? (
          <Loading label={stockPageMessages.loading} className="flex flex-col gap-6">
            <Skeleton className="h-9 w-72 max-w-full" />
            <Skeleton className="h-64 rounded-lg" />
          </Loading>
        ) : (
          <ErrorState
            heading="h1"
            title={messageOf(error, text.loadFailed)}
            retrying={isFetching}
            onRetry={() => void refetch()}
          >
            <ButtonLink to={listPath} variant="secondary">
              {text.toList}
            </ButtonLink>
          </ErrorState>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-5 md:gap-6">
      <div>
        <TallLink to={listPath}>{text.toList}</TallLink>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="min-w-0 text-2xl md:text-3xl">{text.heading(formatMoment(item.createdAt))}</h1>
          <ImportStatus item={item} />
        </div>
      </div>
      <Content key={item.status} item={item} />
    </div>
  );
}

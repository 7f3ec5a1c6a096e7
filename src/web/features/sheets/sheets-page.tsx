import { Printer } from "lucide-react";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { windowSheetMessages as text } from "#domain/messages/window-sheet.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#web/components/states.tsx";
import { TallLink } from "#web/components/text-link.tsx";
import { useSheets } from "./use-sheets.ts";
import { type SheetWords, WindowSheet } from "./window-sheet.tsx";

type Site = { publicUrl: string; name: string };

/** Maximum wait for photos before printing, in ms; missing ones stay grey. */
const maxPhotoWaitMs = 20_000;

/** Resolves once the sheets' photos can be printed, or after `maxPhotoWaitMs`; a photo that fails is ignored. */
async function photosThere(sheets: HTMLElement): Promise<void> {
  const photos = [...sheets.querySelectorAll("img")].map((photo) => photo.decode().catch(() => undefined));
  let timer: number | undefined;
  const late = new Promise<void>((resolve) => {
    timer = window.setTimeout(resolve, maxPhotoWaitMs);
  });
  await Promise.race([Promise.all(photos), late]);
  window.clearTimeout(timer);
}

function PrintButton({ count, sheets }: { count: number; sheets: () => HTMLElement | null }) {
  const [waiting, setWaiting] = useState(false);
  async function print() {
    const element = sheets();
    if (element === null) return;
    setWaiting(true);
    await photosThere(element);
    setWaiting(false);
    // The page may have been left meanwhile.
    if (sheets() !== null) window.print();
  }
  return (
    <Button size="lg" loading={waiting} onClick={() => void print()} className="max-sm:w-full">
      <Printer aria-hidden="true" className="size-5" strokeWidth={2} />
      {count === 1 ? text.print : text.printMany(count)}
    </Button>
  );
}

function OtherPages({ from, shown, total }: { from: number; shown: number; total: number }) {
  const [params] = useSearchParams();
  if (shown === total) return null;
  const page = pageOf(params);
  const to = (wanted: number) => {
    const next = new URLSearchParams(params);
    next.set("page", String(wanted));
    return `?${next}`;
  };
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      <p className="tabular-nums">{text.range(from + 1, from + shown, total)}</p>
      {from > 0 && (
        <ButtonLink variant="secondary" to={to(page - 1)}>
          {text.previous}
        </ButtonLink>
      )}
      {from + shown < total && (
        <ButtonLink variant="secondary" to={to(page + 1)}>
          {text.next}
        </ButtonLink>
      )}
    </div>
  );
}

function pageOf(params: URLSearchParams): number {
  const page = Number(params.get("page") ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

function Sheets({
  query: { data, isError, isFetching, refetch },
  empty,
  words,
  site,
}: {
  query: ReturnType<typeof useSheets>;
  /** Title if there are no sheets. */
  empty: string;
  words: SheetWords;
  site: Site;
}) {
  const list = useRef<HTMLDivElement>(null);
  if (data === undefined && isError)
    return <ErrorState title={text.loadFailed} retrying={isFetching} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <Loading label={text.loading}>
        <Skeleton className="h-[60rem] rounded-lg" />
      </Loading>
    );
  const { sheets, from, total } = data;
  if (sheets.length === 0)
    return (
      <EmptyState title={empty}>
        <ButtonLink to="/my-publishings">{text.toMyCars}</ButtonLink>
      </EmptyState>
    );
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 print:hidden">
        <PrintButton count={sheets.length} sheets={() => list.current} />
        <TallLink to="/my-publishings">{text.toMyCars}</TallLink>
      </div>
      <OtherPages from={from} shown={sheets.length} total={total} />
      <div ref={list} className="flex flex-col gap-6 print:block">
        {sheets.map((sheet) => (
          <WindowSheet
            key={sheet.car._id}
            sheet={sheet}
            words={words}
            publicUrl={site.publicUrl}
            siteName={site.name}
          />
        ))}
      </div>
      <OtherPages from={from} shown={sheets.length} total={total} />
    </>
  );
}

/**
 * Window sheets of the user's own cars, to be printed
 * (specification.md#window-sheets). `ids` null: all cars on sale.
 */
export function SheetsPage({
  ids,
  words,
  site,
}: {
  ids: readonly string[] | null;
  words: SheetWords;
  site: Site;
}) {
  const [params] = useSearchParams();
  const query = useSheets(ids, pageOf(params));
  const isOne = ids?.length === 1;
  return (
    <div className="mx-auto flex max-w-208 flex-col gap-6 print:block print:max-w-none">
      <div className="flex flex-col gap-3 print:hidden">
        <h1 className="text-3xl">{isOne ? text.title : text.titleMany}</h1>
        {query.data?.sheets.length !== 0 && (
          <p className="max-w-prose text-ink-soft">{isOne ? text.intro : text.introMany}</p>
        )}
      </div>
      <Sheets
        query={query}
        empty={ids === null ? text.noneOnSale : text.notFound}
        words={words}
        site={site}
      />
    </div>
  );
}

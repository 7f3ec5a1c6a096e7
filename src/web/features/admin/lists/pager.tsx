import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { formatNumber, parseTypedNumber } from "#domain/format/format.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { Button } from "#web/components/button.tsx";
import { pagesAround } from "#web/components/pagination.tsx";

const text = adminPageMessages.pager;

export interface PageInfo {
  readonly page: number;
  readonly totalPages: number;
  readonly hasPrevPage: boolean;
  readonly hasNextPage: boolean;
}

/**
 * specification.md#admin: Para, up to five page numbers, Pas; in long lists a field for the page's number.
 */
export function Pager({
  info,
  busy,
  onGo,
}: {
  info: PageInfo;
  /** A page is loading: all buttons are disabled. */
  busy: boolean;
  onGo: (page: number) => void;
}) {
  const { page, totalPages } = info;
  if (totalPages <= 1 && !info.hasPrevPage) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
      <nav aria-label={uiMessages.pages} className="flex flex-wrap items-center justify-center sm:gap-1">
        <PageButton disabled={!info.hasPrevPage || busy} onGo={() => onGo(page - 1)}>
          {uiMessages.previousPage}
        </PageButton>
        {pagesAround(page, totalPages).map((number) => (
          <PageButton
            key={number}
            label={uiMessages.page(number)}
            current={number === page}
            disabled={busy}
            onGo={() => onGo(number)}
          >
            {formatNumber(number)}
          </PageButton>
        ))}
        <PageButton disabled={!info.hasNextPage || busy} onGo={() => onGo(page + 1)}>
          {uiMessages.nextPage}
        </PageButton>
      </nav>
      {totalPages > 10 && <GoTo key={page} totalPages={totalPages} busy={busy} onGo={onGo} />}
    </div>
  );
}

function PageButton({
  label,
  current = false,
  disabled,
  onGo,
  children,
}: {
  label?: string;
  current?: boolean;
  disabled: boolean;
  onGo: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={current ? "page" : undefined}
      disabled={disabled}
      onClick={current ? undefined : onGo}
      className={clsx(
        "inline-flex min-h-11 min-w-10 items-center justify-center rounded-md px-1.5 font-medium tabular-nums disabled:cursor-not-allowed sm:min-w-11 sm:px-3",
        current
          ? "bg-blue text-on-blue"
          : "text-ink not-disabled:hover:bg-surface disabled:text-ink-faint disabled:opacity-60",
      )}
    >
      {children}
    </button>
  );
}

/** Goes to a page by its number. One number that only changes the address needs no form library. */
function GoTo({
  totalPages,
  busy,
  onGo,
}: {
  totalPages: number;
  busy: boolean;
  onGo: (page: number) => void;
}) {
  const [typed, setTyped] = useState("");
  return (
    <form
      className="flex flex-wrap items-center gap-2 text-sm text-ink-soft"
      onSubmit={(event) => {
        event.preventDefault();
        const page = parseTypedNumber(typed);
        if (page !== null && page >= 1 && !busy) onGo(Math.min(page, totalPages));
      }}
    >
      <label className="flex items-center gap-2">
        {text.goTo}
        <input
          className="control w-24! tabular-nums"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <span className="tabular-nums">{text.of(formatNumber(totalPages))}</span>
      <Button type="submit" variant="quiet" disabled={busy} className="px-3! whitespace-nowrap">
        {text.go}
      </Button>
    </form>
  );
}

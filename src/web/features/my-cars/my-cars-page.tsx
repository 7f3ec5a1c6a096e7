import { clsx } from "clsx";
import { ListChecks } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { Car } from "#contract/cars.ts";
import type { CarEvent } from "#domain/cars/car-states.ts";
import { formatNumber } from "#domain/format/format.ts";
import { bulkEditMessages } from "#domain/messages/bulk-edit.ts";
import { confirmationMessages } from "#domain/messages/confirmation.ts";
import { myCarsMessages as text } from "#domain/messages/my-cars.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { Input } from "#web/components/input.tsx";
import { Pagination } from "#web/components/pagination.tsx";
import { Options, Select } from "#web/components/select.tsx";
import { StatCard, statColumns } from "#web/components/stat-card.tsx";
import { EmptyState, ErrorState, Loading, Skeletons } from "#web/components/states.tsx";
import { type Tab, Tabs } from "#web/components/tabs.tsx";
import { toast } from "#web/components/toast.ts";
import { invalidateCar } from "#web/lib/cached-cars.ts";
import { useRowFocus } from "#web/lib/use-row-focus.ts";
import { useSearchText } from "#web/lib/use-search-text.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { JustPublished } from "./just-published.tsx";
import { MyCarCard } from "./my-car-card.tsx";
import { ReviewQuestions } from "./review-questions.tsx";
import { useChoice } from "./use-choice.ts";
import {
  carsInView,
  carsPerPage,
  maxSearch,
  minCarsToSearch,
  orders,
  type TabValue,
  useListView,
} from "./use-list-view.ts";
import { type CarListStatus, feeDue, listStatusOf, useMoveCar, useMyCars } from "./use-my-cars.ts";

interface MoveTexts {
  title: string;
  question: (name: string) => string;
  done: string;
  failed: string;
}

const moves: Record<CarEvent, MoveTexts> = {
  markSold: {
    title: text.confirmSoldTitle,
    question: text.confirmSold,
    done: text.soldDone,
    failed: text.soldFailed,
  },
  markUnsold: {
    title: text.confirmUnsoldTitle,
    question: text.confirmUnsold,
    done: text.unsoldDone,
    failed: text.unsoldFailed,
  },
  archive: {
    title: text.confirmArchiveTitle,
    question: text.confirmArchive,
    done: text.archiveDone,
    failed: text.archiveFailed,
  },
  restore: {
    title: text.confirmRestoreTitle,
    question: text.confirmRestore,
    done: text.restoreDone,
    failed: text.restoreFailed,
  },
};

const empties: Record<TabValue, string> = {
  all: text.emptyAll,
  active: text.emptyActive,
  sold: text.emptySold,
  archived: text.emptyArchived,
};

/** A hint in an empty tab: about the archive, and for a user without cars. */
function emptyHint(tab: TabValue, cars: number): string | undefined {
  if (tab === "archived") return text.archiveHint;
  return cars === 0 ? text.emptyHint : undefined;
}

const cardGrid =
  "grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] sm:gap-4";

function LoadingCards() {
  return (
    <Loading className={cardGrid}>
      <Skeletons count={3} className="h-40 rounded-lg sm:h-88" />
    </Loading>
  );
}

function Tools({ view }: { view: ReturnType<typeof useListView> }) {
  const { inputProps } = useSearchText(view.words, view.setWords, maxSearch);
  return (
    <search className="contents">
      <Input
        type="search"
        className="min-w-0 grow max-sm:w-full sm:basis-60"
        aria-label={text.search}
        placeholder={text.searchHint}
        {...inputProps}
      />
      <Select
        className="w-44 grow tiny:w-full sm:w-60 sm:grow-0"
        aria-label={text.order}
        value={view.order}
        onChange={({ target }) => view.setOrder(target.value)}
      >
        <Options values={orders} labelOf={(order) => text.orders[order]} />
      </Select>
    </search>
  );
}

/**
 * /my-publishings: the user's own cars by state (specification.md#own-cars). `onPromote` gets cars to buy
 * extras for; `onFeeDue` gets a car whose listing must be paid again, and the fee in cents.
 */
export function MyCarsPage({
  stockActions,
  priceAdvice,
  onPromote,
  onFeeDue,
}: {
  /** Beside the title: a dealer's actions on the whole stock. */
  stockActions?: ReactNode;
  /** Advice for a car on sale: its price band, and the effect of a lower price. */
  priceAdvice: (car: Car) => ReactNode;
  onPromote: (...cars: [Car, ...Car[]]) => void;
  onFeeDue: (car: Car, cents: number) => void;
}) {
  const cars = useMyCars();
  const move = useMoveCar();
  const view = useListView();
  const { tab, setTab } = view;
  const confirmation = useMoveCar();
  const headingId = useId();
  const rows = useRowFocus(headingId);
  const [now] = useState(() => new Date().toISOString());
  const [asked, setAsked] = useState<{ event: CarEvent; car: Car } | null>(null);

  const all = cars.data ?? [];
  const count = (listStatus: CarListStatus) => all.filter((car) => listStatusOf(car) === listStatus).length;
  const counts = { active: count("active"), sold: count("sold"), archived: count("archived") };
  const hasTools = all.length >= minCarsToSearch;
  const found = carsInView(all, hasTools ? view : { tab, words: "", order: "state" });
  const pages = Math.max(1, Math.ceil(found.length / carsPerPage));
  const page = Math.min(view.page, pages);
  const shown = found.slice((page - 1) * carsPerPage, page * carsPerPage);
  const choice = useChoice(found);
  // No counts while the cars load.
  const figure = (number: number) => (cars.isPending ? null : formatNumber(number));
  const counted = (number: number) => (cars.isPending ? {} : { count: number });
  const tabs: Tab<TabValue>[] = [
    { value: "all", label: text.tabAll, ...counted(all.length) },
    { value: "active", label: text.tabActive, ...counted(counts.active) },
    { value: "sold", label: text.tabSold, ...counted(counts.sold) },
    { value: "archived", label: text.tabArchived, ...counted(counts.archived) },
  ];

  async function confirmCar(id: string): Promise<void> {
    try {
      await confirmation.mutateAsync({ event: "confirm", id });
      invalidateCar(id);
      toast.success(confirmationMessages.confirmed);
    } catch {
      toast.error(confirmationMessages.confirmFailed);
    }
  }

  async function confirm(): Promise<void> {
    if (asked === null) return;
    const { event, car } = asked;
    try {
      await move.mutateAsync({ event, id: car._id });
      invalidateCar(car._id);
      toast.success(moves[event].done);
    } catch (error) {
      const cents = feeDue(error);
      if (cents === null) toast.error(moves[event].failed);
      else onFeeDue(car, cents);
    } finally {
      setAsked(null);
    }
  }

  return (
    <div>
      <div className="flex flex-wrap items-center gap-3">
        <h1 id={headingId} className={clsx("me-auto text-3xl", stockActions && "max-sm:w-full")}>
          {text.title}
        </h1>
        {/* On wide screens the header has it. In an empty tab the empty state has the primary action. */}
        <ButtonLink
          to="/add-car"
          variant={!cars.isPending && shown.length === 0 ? "secondary" : "primary"}
          className={clsx("md:hidden", stockActions && "max-sm:grow")}
        >
          {text.add}
        </ButtonLink>
        {stockActions}
      </div>
      {cars.isError && cars.data === undefined ? (
        <ErrorState title={text.loadFailed} retrying={cars.isFetching} onRetry={() => void cars.refetch()} />
      ) : (
        <>
          <JustPublished cars={all} />
          <ReviewQuestions />
          <div className={`my-6 grid gap-3 md:grid-cols-4 md:gap-6 ${statColumns}`}>
            <StatCard label={text.total} value={figure(all.length)} testId="stat-total" />
            <StatCard label={text.active} value={figure(counts.active)} testId="stat-active" />
            <StatCard label={text.sold} value={figure(counts.sold)} testId="stat-sold" />
            <StatCard label={text.archived} value={figure(counts.archived)} testId="stat-archived" />
          </div>
          <Tabs label={text.tabsLabel} tabs={tabs} value={tab} onChange={setTab} countsOnWide>
            <div className="mb-4 flex flex-wrap items-center justify-end gap-3 empty:hidden">
              {hasTools && <Tools view={view} />}
              {!choice.isOn && choice.choosable.length > 1 && (
                <Button variant="secondary" onClick={choice.begin}>
                  <ListChecks aria-hidden className="size-4" />
                  {bulkEditMessages.choose}
                </Button>
              )}
            </div>
            {cars.isPending ? (
              <LoadingCards />
            ) : shown.length === 0 && hasTools && view.words !== "" ? (
              <EmptyState title={text.nothingFound(view.words)}>
                <Button variant="secondary" onClick={() => view.setWords("")}>
                  {text.clearSearch}
                </Button>
              </EmptyState>
            ) : shown.length === 0 ? (
              <EmptyState title={empties[tab]} text={emptyHint(tab, all.length)}>
                <ButtonLink to="/add-car">{text.emptyButton}</ButtonLink>
              </EmptyState>
            ) : (
              <>
                <div ref={rows} className={cardGrid}>
                  {shown.map((car) => (
                    <MyCarCard
                      key={car._id}
                      car={car}
                      now={now}
                      priceAdvice={priceAdvice(car)}
                      onMove={(event) => setAsked({ event, car })}
                      onConfirm={() => void confirmCar(car._id)}
                      onPromote={() => onPromote(car)}
                      choice={choice.of(car)}
                    />
                  ))}
                </div>
                <div className="mt-6 empty:hidden">
                  <Pagination page={page} pages={pages} href={view.pageHref} />
                </div>
                {choice.isOn && (
                  <BulkBar
                    onPromote={onPromote}
                    chosen={choice.chosen}
                    choosable={choice.choosable}
                    onChoose={choice.choose}
                    onEnd={choice.end}
                  />
                )}
              </>
            )}
          </Tabs>
        </>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={asked === null ? "" : moves[asked.event].title}
        text={asked === null ? "" : moves[asked.event].question(`${asked.car.brand} ${asked.car.model}`)}
        confirmLabel={text.confirm}
        cancelLabel={text.cancel}
        danger={asked?.event === "archive"}
        busy={move.isPending}
        onConfirm={() => void confirm()}
        onCancel={() => setAsked(null)}
      />
    </div>
  );
}

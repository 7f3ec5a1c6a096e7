import { ListChecks } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import type { Car } from "#contract/cars.ts";
import type { CarEvent } from "#domain/cars/car-states.ts";
import { formatNumber } from "#domain/format/format.ts";
import { bulkEditMessages } from "#domain/messages/bulk-edit.ts";
import { confirmationMessages } from "#domain/messages/confirmation.ts";
import { myCarsMessages as text } from "#domain/messages/my-cars.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { StatCard, statColumns } from "#web/components/stat-card.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#web/components/states.tsx";
import { type Tab, Tabs } from "#web/components/tabs.tsx";
import { toast } from "#web/components/toast.ts";
import { forgetCar } from "#web/lib/remembered-cars.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { JustPublished } from "./just-published.tsx";
import { MyCarCard } from "./my-car-card.tsx";
import { useChoice } from "./use-choice.ts";
import {
  type CarListStatus,
  feeDue,
  listStatusOf,
  useConfirmCar,
  useMoveCar,
  useMyCars,
} from "./use-my-cars.ts";

const tabValues = ["all", "active", "sold", "archived"] as const satisfies readonly ("all" | CarListStatus)[];
type TabValue = (typeof tabValues)[number];

/** The chosen tab stands in the address, so that a reload keeps it and Back leads to the last one. */
function useTab(): [TabValue, (tab: TabValue) => void] {
  const [params, setParams] = useSearchParams();
  const tab = tabValues.find((value) => value === params.get("tab")) ?? "all";
  const choose = (next: TabValue) => {
    if (next !== tab) setParams(next === "all" ? {} : { tab: next }, { preventScrollReset: true });
  };
  return [tab, choose];
}

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

/** What an empty tab adds for who has no car yet, and of the archive for who has some. */
function emptyHint(tab: TabValue, cars: number): string | undefined {
  if (cars === 0) return text.emptyHint;
  return tab === "archived" ? text.archiveHint : undefined;
}

function LoadingCards() {
  return (
    <Loading className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {["a", "b", "c"].map((key) => (
        <div key={key} className="overflow-hidden rounded-lg border border-line">
          <Skeleton className="aspect-4/3 rounded-none" />
          <div className="flex flex-col gap-2.5 p-4">
            <Skeleton className="h-7 w-32" />
            <Skeleton className="h-6 w-48" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="mt-2 h-11 w-56" />
          </div>
        </div>
      ))}
    </Loading>
  );
}

/**
 * /my-publishings: one's own cars by state, and moving them between states (specification.md#own-cars). `onPromote` is told of the
 * car on sale that is to get more attention, `onFeeDue` of one whose listing has to be paid again, for so many cents.
 */
export function MyCarsPage({
  priceAdvice,
  onPromote,
  onFeeDue,
}: {
  /** Of a car on sale: where its price lies, and what a lower one would change. */
  priceAdvice: (car: Car) => ReactNode;
  onPromote: (...cars: [Car, ...Car[]]) => void;
  onFeeDue: (car: Car, cents: number) => void;
}) {
  const cars = useMyCars();
  const move = useMoveCar();
  const [tab, setTab] = useTab();
  const confirmation = useConfirmCar();
  const [now] = useState(() => new Date().toISOString());
  const [asked, setAsked] = useState<{ event: CarEvent; car: Car } | null>(null);

  const all = cars.data ?? [];
  const count = (listStatus: CarListStatus) => all.filter((car) => listStatusOf(car) === listStatus).length;
  const counts = { active: count("active"), sold: count("sold"), archived: count("archived") };
  const shown = all.filter((car) => tab === "all" || listStatusOf(car) === tab);
  const choice = useChoice(shown);
  // Before the cars are there, nothing is said of how many there are.
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
      await confirmation.mutateAsync(id);
      forgetCar(id);
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
      forgetCar(car._id);
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
    <div className="page py-6 md:py-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">{text.title}</h1>
        <ButtonLink to="/add-car">{text.add}</ButtonLink>
      </div>
      {cars.isError && cars.data === undefined ? (
        <ErrorState title={text.loadFailed} retrying={cars.isFetching} onRetry={() => void cars.refetch()} />
      ) : (
        <>
          <JustPublished cars={all} />
          <div className={`my-6 grid gap-3 md:grid-cols-4 md:gap-6 ${statColumns}`}>
            <StatCard label={text.total} value={figure(all.length)} testId="stat-total" />
            <StatCard label={text.active} value={figure(counts.active)} testId="stat-active" />
            <StatCard label={text.sold} value={figure(counts.sold)} testId="stat-sold" />
            <StatCard label={text.archived} value={figure(counts.archived)} testId="stat-archived" />
          </div>
          <Tabs label={text.tabsLabel} tabs={tabs} value={tab} onChange={setTab} countsOnWide>
            {cars.isPending ? (
              <LoadingCards />
            ) : shown.length === 0 ? (
              <EmptyState title={empties[tab]} text={emptyHint(tab, all.length)}>
                <ButtonLink to="/add-car">{text.emptyButton}</ButtonLink>
              </EmptyState>
            ) : (
              <>
                {!choice.isOn && choice.choosable.length > 1 && (
                  <div className="mb-4 flex justify-end">
                    <Button variant="secondary" onClick={choice.begin}>
                      <ListChecks aria-hidden className="size-4" />
                      {bulkEditMessages.choose}
                    </Button>
                  </div>
                )}
                <div className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-2 lg:grid-cols-3">
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

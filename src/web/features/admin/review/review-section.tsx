import { useEffect, useRef, useState } from "react";
import type { ReviewedCar } from "#contract/review.ts";
import { type ReviewDecision, signalKinds } from "#domain/admin/review-signals.ts";
import { reviewMessages as text } from "#domain/messages/review.ts";
import { listQuery } from "#web/features/admin/lists/list-address.ts";
import { ListFrame } from "#web/features/admin/lists/list-frame.tsx";
import { FilterSelect } from "#web/features/admin/lists/list-toolbar.tsx";
import { Segments } from "#web/features/admin/lists/segments.tsx";
import { useAdminQuery, useWrite } from "#web/features/admin/parts/use-admin.ts";
import { useListAddress } from "#web/features/admin/lists/use-list-address.ts";
import { Button } from "#web/components/button.tsx";
import { Checkbox } from "#web/components/checkbox.tsx";
import { toast } from "#web/components/toast.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { invalidateCar } from "#web/lib/cached-cars.ts";
import { DecideDialog } from "./review-decision.tsx";
import { carTitle } from "#web/features/admin/parts/row-names.ts";
import { Key, ReviewCase } from "./review-case.tsx";
import { useKeysChoice, useReviewKeys } from "./use-review-keys.ts";

const states = ["open", "asked", "decided"] as const;
const shape = { sorts: [], filters: { state: states, kind: signalKinds } };
const empties = {
  open: { title: text.empty, text: text.emptyHint },
  asked: { title: text.emptyAsked },
  decided: { title: text.emptyDecided },
} as const;
const doneTexts = { dismiss: text.dismissed, hide: text.hidden, ask: text.askedDone } as const;

/** After a decision the next case is on the screen for so long before one press decides on it. In ms. */
const minReadMs = 400;

/** «Shqyrtimi»: cars with signals, highest score first, reviewed by keyboard or pointer. */
export function ReviewSection() {
  const address = useListAddress(shape);
  const state = states.find((one) => one === address.state.filters["state"]) ?? "open";
  const kind = signalKinds.find((one) => one === address.state.filters["kind"]);
  const query = { ...listQuery(address.state), state };
  const list = useAdminQuery(["review", query], (options) =>
    api("GET /api/admin/review", { query: new URLSearchParams(query) }, options),
  );
  const write = useWrite();
  const [keysOn, setKeysOn] = useKeysChoice();
  const [chosen, setChosen] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ decision: ReviewDecision; reviewed: ReviewedCar } | null>(null);
  const [last, setLast] = useState<{ id: string; name: string; decision: ReviewDecision } | null>(null);
  const [isSending, setSending] = useState(false);
  /** A decision has just brought the next case to where the last one was: a second press or click is not meant for it. */
  const [isUnread, setUnread] = useState(false);
  const items = useRef(new Map<string, HTMLLIElement>());
  /** The case to focus after the next render: a decision removed the focused one. */
  const next = useRef<string | null>(null);

  const cases = list.data?.cars ?? [];
  const current = cases.find(({ car }) => car._id === chosen) ?? cases[0];

  useEffect(() => {
    const item = next.current === null ? undefined : items.current.get(next.current);
    if (item === undefined) return;
    next.current = null;
    item.focus();
  });

  /** The case that a shortcut applies to: the focused one, else the last one chosen. */
  function pointed(): ReviewedCar | undefined {
    const focused = document.activeElement?.closest("[data-review]")?.getAttribute("data-review");
    return cases.find(({ car }) => car._id === focused) ?? current;
  }

  function go(step: number): void {
    const from = pointed();
    // The first key press selects the first case.
    const isFirst = chosen === null && document.activeElement?.closest("[data-review]") === null;
    const at = cases.findIndex(({ car }) => car._id === from?.car._id) + (isFirst ? 0 : step);
    const to = cases[Math.min(Math.max(at, 0), cases.length - 1)];
    if (to === undefined) return;
    setChosen(to.car._id);
    items.current.get(to.car._id)?.focus();
  }

  /** Sends one write at a time. Resolves with the error's text, or null. */
  async function send(call: Promise<unknown>): Promise<string | null> {
    setSending(true);
    setUnread(true);
    try {
      await write(call);
      return null;
    } catch (error) {
      return messageOf(error, text.failed);
    } finally {
      setSending(false);
      void showNext();
    }
  }

  async function showNext(): Promise<void> {
    await list.refetch({ cancelRefetch: false });
    await new Promise((resolve) => setTimeout(resolve, minReadMs));
    setUnread(false);
  }

  /** Resolves with the error's text, or null. */
  async function decide(
    reviewed: ReviewedCar,
    decision: ReviewDecision,
    reason = "",
  ): Promise<string | null> {
    const { car, version } = reviewed;
    const place = cases.findIndex((one) => one.car._id === car._id);
    const follower = cases[place + 1] ?? cases[place - 1];
    const input = { params: { id: car._id }, body: { decision, reason } };
    const headers = { "If-Match": `"${version}"` };
    const problem = await send(api("POST /api/admin/review/{id}", input, { headers }));
    if (problem !== null) return problem;
    invalidateCar(car._id);
    toast.success(doneTexts[decision]);
    setLast({ id: car._id, name: carTitle(car), decision });
    next.current = follower?.car._id ?? null;
    setChosen(next.current);
    return null;
  }

  async function dismiss(reviewed: ReviewedCar): Promise<void> {
    if (isSending || isUnread) return;
    const problem = await decide(reviewed, "dismiss");
    if (problem !== null) toast.error(problem);
  }

  async function undo(id: string): Promise<void> {
    if (isSending) return;
    const problem = await send(api("POST /api/admin/review/{id}/undo", { params: { id } }));
    setLast(null);
    if (problem !== null) {
      toast.error(problem);
      return;
    }
    invalidateCar(id);
    toast.success(text.undone);
  }

  function start(reviewed: ReviewedCar | undefined, decision: ReviewDecision): void {
    if (isSending || reviewed === undefined || reviewed.state === "closed") return;
    if (decision === "ask" && reviewed.state !== "open") return;
    setChosen(reviewed.car._id);
    setAsked({ decision, reviewed });
  }

  const forward = () => go(1);
  const back = () => go(-1);
  useReviewKeys(keysOn && !list.isPlaceholderData, {
    moves: { j: forward, ArrowDown: forward, k: back, ArrowUp: back },
    actions: {
      d: () => {
        const reviewed = pointed();
        if (reviewed !== undefined && reviewed.state !== "closed") void dismiss(reviewed);
      },
      D: () => start(pointed(), "dismiss"),
      h: () => start(pointed(), "hide"),
      a: () => start(pointed(), "ask"),
      z: () => {
        if (last !== null) void undo(last.id);
      },
    },
  });

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Segments
          label={text.state}
          options={states.map((value) => ({ value, label: text.states[value] }))}
          value={state}
          onChange={(to) => address.filter("state", to === "open" ? "" : to)}
        />
        <FilterSelect
          label={text.kind}
          value={kind ?? ""}
          options={[
            { value: "", label: text.allKinds },
            ...signalKinds.map((value) => ({ value, label: text.kinds[value] })),
          ]}
          onChange={(to) => address.filter("kind", to)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-md:hidden">
        <Checkbox label={text.keys} checked={keysOn} onChange={({ target }) => setKeysOn(target.checked)} />
        {keysOn &&
          text.keyHints.map(([key, label]) => (
            <span key={key} className="flex items-center gap-1.5 text-sm text-ink-soft">
              <Key name={key} />
              {label}
            </span>
          ))}
      </div>
      {last !== null && (
        <div
          role="status"
          className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-surface px-4 py-2"
        >
          <span className="min-w-0 wrap-anywhere">{`${last.name}: ${doneTexts[last.decision]}`}</span>
          <Button variant="secondary" onClick={() => void undo(last.id)}>
            {text.undo}
            {keysOn && <Key name="z" className="max-md:hidden" />}
          </Button>
        </div>
      )}
      <ListFrame
        query={list}
        // A kind is a filter, which may find nothing; the three states are separate lists.
        address={{
          ...address,
          state: { ...address.state, filters: kind === undefined ? {} : { kind } },
        }}
        isEmpty={(data) => data.cars.length === 0}
        empty={empties[state]}
      >
        {(data, busy) => (
          <ul aria-label={text.list} aria-busy={busy} className="flex flex-col gap-3">
            {data.cars.map((reviewed) => (
              <ReviewCase
                key={reviewed.car._id}
                ref={(item) => {
                  if (item === null) items.current.delete(reviewed.car._id);
                  else items.current.set(reviewed.car._id, item);
                }}
                reviewed={reviewed}
                isCurrent={keysOn && !isUnread && chosen !== null && reviewed.car._id === current?.car._id}
                hasKeys={keysOn}
                onDecide={(decision) =>
                  decision === "dismiss" ? void dismiss(reviewed) : start(reviewed, decision)
                }
                onUndo={() => void undo(reviewed.car._id)}
              />
            ))}
          </ul>
        )}
      </ListFrame>
      {asked !== null && (
        <DecideDialog
          key={`${asked.reviewed.car._id} ${asked.decision}`}
          reviewed={asked.reviewed}
          decision={asked.decision}
          onDecide={(reason) => decide(asked.reviewed, asked.decision, reason)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

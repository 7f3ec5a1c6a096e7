import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import type { StockFeed } from "#contract/feeds.ts";
import { feedHours } from "#domain/dealers/stock-feeds.ts";
import { feedMessages } from "#domain/messages/feeds.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button } from "#web/components/button.tsx";
import { Checkbox } from "#web/components/checkbox.tsx";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { Select } from "#web/components/select.tsx";
import { Skeleton } from "#web/components/states.tsx";
import { toast } from "#web/components/toast.ts";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { formatMoment } from "#web/lib/moments.ts";

const text = feedMessages.stock;
const feedKey = ["dealer", "feed"] as const;
const tones = { applied: "green", unchanged: "neutral", failed: "red" } as const;

function Results({ feed }: { feed: StockFeed }) {
  return (
    <div className="mt-5 border-t border-line pt-4">
      <p className="text-sm text-ink-soft">{text.next(formatMoment(feed.nextAt))}</p>
      {feed.results.length > 0 && (
        <>
          <h3 className="mt-3 text-base">{text.results}</h3>
          <ul className="mt-1 divide-y divide-line">
            {feed.results.slice(0, 5).map(({ at, outcome, message, importId }) => {
              const moment = formatMoment(at);
              return (
                <li key={at} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                  {importId === null ? (
                    <span className="tabular-nums">{moment}</span>
                  ) : (
                    <Link
                      to={`/autosallon-dashboard/imports/${importId}`}
                      aria-label={text.open(moment)}
                      className="inline-flex min-h-11 items-center tabular-nums"
                    >
                      {moment}
                    </Link>
                  )}
                  <Badge tone={outcome === null ? "blue" : tones[outcome]}>
                    {outcome === null ? text.running : text.outcomes[outcome]}
                  </Badge>
                  {message !== null && <span className="w-full text-sm text-ink-soft">{message}</span>}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </div>
  );
}

function FeedForm({ feed }: { feed: StockFeed | null }) {
  const client = useQueryClient();
  const [url, setUrl] = useState(feed?.url ?? "");
  const [everyHours, setEveryHours] = useState<StockFeed["everyHours"]>(feed?.everyHours ?? 24);
  const [archiveMissing, setArchiveMissing] = useState(feed?.archiveMissing ?? false);
  const [error, setError] = useState<string>();
  const set = useMutation({
    mutationFn: () => api("PUT /api/dealer/feed", { body: { url, everyHours, archiveMissing } }),
    onSuccess: (state) => {
      client.setQueryData(feedKey, state);
      toast.success(text.saved);
    },
    onError: (failure) => {
      const told = failure instanceof ApiError ? failure.fields["url"] : undefined;
      setError(told);
      if (told === undefined) toast.error(messageOf(failure, text.saveFailed));
    },
  });
  const remove = useMutation({
    mutationFn: () => api("DELETE /api/dealer/feed"),
    onSuccess: () => {
      client.setQueryData(feedKey, null);
      toast.success(text.removed);
    },
    onError: (failure) => toast.error(messageOf(failure, text.removeFailed)),
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const isEmpty = url.trim() === "";
    setError(isEmpty ? feedMessages.addressRequired : undefined);
    if (!isEmpty) set.mutate();
  }

  return (
    <form noValidate onSubmit={submit} className="mt-4 flex flex-col gap-4">
      <Field label={text.url} hint={text.urlHint} error={error}>
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
      </Field>
      <Field label={text.every} className="sm:max-w-60">
        <Select
          value={everyHours}
          onChange={({ target }) =>
            setEveryHours(feedHours.find((hours) => String(hours) === target.value) ?? 24)
          }
        >
          {feedHours.map((hours) => (
            <option key={hours} value={hours}>
              {text.hours(hours)}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        label={text.archiveMissing}
        checked={archiveMissing}
        onChange={({ target }) => setArchiveMissing(target.checked)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" className="max-sm:w-full" loading={set.isPending}>
          {text.save}
        </Button>
        {feed !== null && (
          <Button variant="danger-quiet" loading={remove.isPending} onClick={() => remove.mutate()}>
            {text.remove}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Where the stock is fetched from, how that went, and changing it (specification.md#stock-feed). */
export function FeedCard() {
  const { data, isError } = useQuery({ queryKey: feedKey, queryFn: () => api("GET /api/dealer/feed") });
  return (
    <section aria-labelledby="stock-feed" className="rounded-lg border border-line p-4 sm:p-6">
      <h2 id="stock-feed" className="text-lg">
        {text.heading}
      </h2>
      <p className="mt-2 max-w-2xl text-ink-soft">{text.intro}</p>
      {data === undefined ? (
        isError ? (
          <p className="mt-2 text-red">{text.loadFailed}</p>
        ) : (
          <Skeleton className="mt-3 h-40 rounded-md" />
        )
      ) : (
        <>
          <FeedForm key={data?.url ?? ""} feed={data} />
          {data !== null && <Results feed={data} />}
        </>
      )}
    </section>
  );
}

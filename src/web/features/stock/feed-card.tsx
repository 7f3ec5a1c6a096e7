import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { StockFeed } from "#contract/feeds.ts";
import { feedHours } from "#domain/dealers/stock-feeds.ts";
import { feedMessages } from "#domain/messages/feeds.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button } from "#web/components/button.tsx";
import { Checkbox } from "#web/components/checkbox.tsx";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { Options, Select } from "#web/components/select.tsx";
import { toast } from "#web/components/toast.ts";
import { useApiForm } from "#web/components/use-api-form.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { formatMoment } from "#web/lib/moments.ts";
import { QueryCard } from "#web/components/card.tsx";

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
  const { register, errors, formProps } = useApiForm({
    defaults: {
      url: feed?.url ?? "",
      everyHours: feed?.everyHours ?? 24,
      archiveMissing: feed?.archiveMissing ?? false,
    },
    call: (body) => api("PUT /api/dealer/feed", { body }),
    failed: text.saveFailed,
    onDone: (saved) => {
      client.setQueryData(feedKey, saved);
      toast.success(text.saved);
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

  return (
    <form noValidate onSubmit={formProps.onSubmit} className="mt-4 flex flex-col gap-4">
      <Field label={text.url} hint={text.urlHint} error={errors.url?.message}>
        <Input
          {...register("url", { validate: (url) => url.trim() !== "" || feedMessages.addressRequired })}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
        />
      </Field>
      <Field label={text.every} className="sm:max-w-60">
        <Select {...register("everyHours", { setValueAs: Number })}>
          <Options values={feedHours} labelOf={(hours) => text.hours(hours)} />
        </Select>
      </Field>
      <Checkbox {...register("archiveMissing")} label={text.archiveMissing} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" className="max-sm:w-full" loading={formProps.busy}>
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

/** The stock feed's address, its last fetches, and a form to change it (specification.md#stock-feed). */
export function FeedCard() {
  const query = useQuery({ queryKey: feedKey, queryFn: () => api("GET /api/dealer/feed") });
  return (
    <QueryCard
      id="stock-feed"
      heading={text.heading}
      headingClass="text-lg"
      intro={<p className="mt-2 max-w-2xl text-ink-soft">{text.intro}</p>}
      query={query}
      failed={text.loadFailed}
      skeleton="mt-3 h-40 rounded-md"
    >
      {(feed) => (
        <>
          <FeedForm key={feed?.url ?? ""} feed={feed} />
          {feed !== null && <Results feed={feed} />}
        </>
      )}
    </QueryCard>
  );
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { feedMessages } from "#domain/messages/feeds.ts";
import { Button } from "#web/components/button.tsx";
import { Switch } from "#web/components/checkbox.tsx";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { Skeleton } from "#web/components/states.tsx";
import { toast } from "#web/components/toast.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";

const text = feedMessages.outward;
const feedsKey = ["dealer", "outward-feeds"] as const;

function Address({ label, url }: { label: string; url: string }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      toast.success(text.copied);
    } catch {
      toast.error(text.copyFailed);
    }
  }
  return (
    <div className="flex items-end gap-2">
      <Field label={label} className="min-w-0 grow">
        <Input readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <Button variant="secondary" aria-label={`${text.copy}: ${label}`} onClick={() => void copy()}>
        {text.copy}
      </Button>
    </div>
  );
}

/** Whether other sites may read the dealer's cars as files, and where (specification.md#feeds). */
export function OutwardFeedsCard() {
  const client = useQueryClient();
  // Where the switch stands until the server has said so, too.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const own = useQuery({ queryKey: feedsKey, queryFn: () => api("GET /api/dealer/outward-feeds") });
  const change = useMutation({
    mutationFn: (enabled: boolean) => api("PUT /api/dealer/outward-feeds", { body: { enabled } }),
    onSuccess: (state) => {
      client.setQueryData(feedsKey, state);
      toast.success(state.enabled ? text.switchedOn : text.switchedOff);
    },
    onError: (failure) => toast.error(messageOf(failure, text.switchFailed)),
    onSettled: () => setWanted(null),
  });
  const { data } = own;
  return (
    <section aria-labelledby="outward-feeds" className="rounded-lg border border-line p-4 sm:p-6">
      <h2 id="outward-feeds" className="text-lg">
        {text.heading}
      </h2>
      <p className="mt-2 text-ink-soft">{text.intro}</p>
      {data === undefined ? (
        own.isError ? (
          <p className="mt-2 text-red">{text.loadFailed}</p>
        ) : (
          <Skeleton className="mt-3 h-11 rounded-md" />
        )
      ) : (
        <>
          <Switch
            label={text.label}
            className="mt-2"
            checked={wanted ?? data.enabled}
            onChange={({ target }) => {
              setWanted(target.checked);
              change.mutate(target.checked);
            }}
          />
          {data.enabled && (
            <div className="mt-3 flex flex-col gap-3">
              <Address label={text.csv} url={data.csv} />
              <Address label={text.json} url={data.json} />
            </div>
          )}
        </>
      )}
    </section>
  );
}

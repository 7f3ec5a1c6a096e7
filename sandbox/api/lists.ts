import type { Sandbox } from "#sandbox/sandbox.ts";
import type { Kind, Kinds } from "#sandbox/store/kinds.ts";

interface PageParams {
  limit: number;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
  created?: { from: number | undefined; to: number | undefined } | undefined;
}

/** A page of objects in Stripe's list envelope. */
export function listAnswer<K extends Kind>(
  sandbox: Sandbox,
  kind: K,
  url: string,
  params: PageParams,
  of: { customer?: string | undefined; parent?: string | undefined } = {},
  keep?: (shown: Kinds[K]["shown"]) => boolean,
): object {
  const { data, more } = sandbox.store.list(
    kind,
    {
      ...of,
      limit: params.limit,
      startingAfter: params.starting_after,
      endingBefore: params.ending_before,
      createdFrom: params.created?.from,
      createdTo: params.created?.to,
    },
    keep,
  );
  return { object: "list", data, has_more: more, url };
}

/** Changes the keys sent and removes keys with an empty value; "" removes all. */
export function mergedMetadata(
  present: Record<string, string>,
  change: Record<string, string> | "" | undefined,
): Record<string, string> {
  if (change === undefined) return present;
  if (change === "") return {};
  const merged = Object.entries({ ...present, ...change }).filter(([, value]) => value !== "");
  return Object.fromEntries(merged);
}

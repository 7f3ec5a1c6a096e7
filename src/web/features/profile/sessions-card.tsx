import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { SessionView } from "#contract/accounts.ts";
import { formatDate } from "#domain/format/format.ts";
import { profileMessages } from "#domain/messages/profile.ts";
import { timeAgo } from "#domain/messages/time-ago.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button } from "#web/components/button.tsx";
import { CardList } from "#web/components/card-list.tsx";
import { toast } from "#web/components/toast.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";

const text = profileMessages.sessions;
const key = ["me", "sessions"];

/** More are shown on demand: the profile has other content. */
const shownAtFirst = 5;

function useSessions() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api("GET /api/me/sessions", {}, { signal }),
    refetchOnMount: "always",
  });
}

/** Ends one session by its id, or all others. */
function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null ? api("DELETE /api/me/sessions") : api("DELETE /api/me/sessions/{id}", { params: { id } }),
    // Also after an error: a missing session was ended elsewhere.
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

/**
 * The account's sessions, the last used first, each but the current one with a
 * button to end it; `note` is below.
 */
export function SessionsCard({ note }: { note?: ReactNode }) {
  const list = useSessions();
  const end = useEndSessions();
  const [all, setAll] = useState(false);
  const sessions = list.data ?? [];
  const shown = all ? sessions : sessions.slice(0, shownAtFirst);
  const others = sessions.filter(({ current }) => !current).length;

  function endOne(id: string | null): void {
    if (end.isPending) return;
    end.mutate(id, {
      onSuccess: () => toast.success(id === null ? text.othersEnded : text.ended),
      onError: (error) => toast.error(messageOf(error, text.endFailed)),
    });
  }

  return (
    <CardList
      id="sessions"
      heading={text.heading}
      text={text.text}
      list={list}
      shown={shown}
      failed={text.failed}
      skeleton="h-14"
      renderRow={(session) => (
        <SessionRow
          key={session.id}
          session={session}
          now={new Date(list.dataUpdatedAt)}
          ending={end.isPending && end.variables === session.id}
          onEnd={() => endOne(session.id)}
        />
      )}
    >
      <div className="mt-3 flex flex-wrap gap-3 empty:hidden max-sm:flex-col">
        {shown.length < sessions.length && (
          <Button variant="quiet" onClick={() => setAll(true)}>
            {text.more(sessions.length - shown.length)}
          </Button>
        )}
        {others > 1 && (
          <Button
            variant="danger-quiet"
            loading={end.isPending && end.variables === null}
            onClick={() => endOne(null)}
          >
            <LogOut aria-hidden className="size-5" strokeWidth={2} />
            {text.endOthers}
          </Button>
        )}
      </div>
      {note}
    </CardList>
  );
}

function SessionRow({
  session,
  now,
  ending,
  onEnd,
}: {
  session: SessionView;
  /** When the list was loaded. */
  now: Date;
  ending: boolean;
  onEnd: () => void;
}) {
  const { device, current, createdAt, lastUsedAt } = session;
  const used = timeAgo(lastUsedAt, now);
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {device}
          {current && <Badge tone="green">{text.current}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft tabular-nums">
          {!current && <span>{text.used(used)}</span>}
          <span>{text.since(formatDate(createdAt))}</span>
        </p>
      </div>
      {!current && (
        <Button variant="secondary" loading={ending} onClick={onEnd} aria-label={text.endOf(device, used)}>
          {text.end}
        </Button>
      )}
    </li>
  );
}

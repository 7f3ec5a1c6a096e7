import { useState } from "react";
import { formatDate, formatDollars } from "#domain/format/format.ts";
import { adminSettingsMessages as text } from "#domain/messages/admin-settings.ts";
import { Button } from "#web/components/button.tsx";
import { api } from "#web/lib/auth.ts";
import { ConfirmWrite } from "#web/features/admin/parts/confirm-write.tsx";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";
import { Card } from "#web/components/card.tsx";

/** Days between the announcement and the new fee. */
const noticeDays = 30;
const maxNamed = 50;

function inDollars(amount: number): string {
  return formatDollars(Math.round(amount * 100));
}

/**
 * Subscribers who pay another fee than the current one, and a button that moves them;
 * renders nothing if there are none.
 */
export function SubscriberMoves({ fee }: { fee: number }) {
  const [asking, setAsking] = useState(false);
  const { data } = useAdminQuery(["settings", "subscribers", fee], (options) =>
    api.answer("GET /api/admin/settings/subscribers", { query: { limit: maxNamed } }, options),
  );
  if (data === undefined || data.data.subscribers.length === 0) return null;
  const { subscribers, toMove } = data.data;
  const more = Number(data.headers.get("x-total-count") ?? 0) - subscribers.length;
  return (
    <Card id="subscribers" heading={text.subscribers} headingClass="text-lg">
      <p className="mt-1 text-sm text-ink-soft">{text.subscribersHint(inDollars(fee))}</p>
      <ul className="mt-3 tabular-nums">
        {subscribers.map((one) => (
          <li key={one.userId} className="border-t border-line py-2 wrap-anywhere">
            <span className="font-medium">{one.name}</span>{" "}
            <span className="text-ink-soft">
              ({one.email}) {text.pays(inDollars(one.amount))}
              {one.nextAmount !== null && one.nextAt !== null && (
                <>, {text.willPay(inDollars(one.nextAmount), formatDate(one.nextAt))}</>
              )}
            </span>
          </li>
        ))}
        {more > 0 && <li className="border-t border-line py-2 text-ink-soft">{text.andMore(more)}</li>}
      </ul>
      {toMove > 0 && (
        <Button variant="secondary" className="mt-3" onClick={() => setAsking(true)}>
          {text.move(toMove)}
        </Button>
      )}
      {asking && (
        <ConfirmWrite
          question={{
            title: text.moveTitle,
            text: text.moveText(toMove, inDollars(fee), noticeDays),
            confirmLabel: text.move(toMove),
            withoutReason: true,
            send: () => api("POST /api/admin/settings/move-subscribers", { body: { fee } }),
            onDone: ({ moved }) => text.moved(moved),
            failed: text.moveFailed,
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

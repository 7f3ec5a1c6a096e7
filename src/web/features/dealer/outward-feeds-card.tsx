import { feedMessages } from "#domain/messages/feeds.ts";
import { Button } from "#web/components/button.tsx";
import { copyText } from "#web/components/copy-text.ts";
import { Field } from "#web/components/field.tsx";
import { Input } from "#web/components/input.tsx";
import { SwitchCard } from "#web/components/switch-card.tsx";
import { api } from "#web/lib/auth.ts";

const text = feedMessages.outward;

function Address({ label, url }: { label: string; url: string }) {
  return (
    <div className="flex items-end gap-2">
      <Field label={label} className="min-w-0 grow">
        <Input readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <Button
        variant="secondary"
        aria-label={`${text.copy}: ${label}`}
        onClick={() => void copyText(url, text)}
      >
        {text.copy}
      </Button>
    </div>
  );
}

/**
 * Turns the feeds of the dealer's cars for other sites on and off, with their addresses
 * (specification.md#feeds).
 */
export function OutwardFeedsCard() {
  return (
    <SwitchCard
      id="outward-feeds"
      text={text}
      queryKey={["dealer", "outward-feeds"]}
      read={() => api("GET /api/dealer/outward-feeds")}
      write={(enabled) => api("PUT /api/dealer/outward-feeds", { body: { enabled } })}
    >
      {({ enabled, csv, json }) =>
        enabled && (
          <div className="mt-3 flex flex-col gap-3">
            <Address label={text.csv} url={csv} />
            <Address label={text.json} url={json} />
          </div>
        )
      }
    </SwitchCard>
  );
}

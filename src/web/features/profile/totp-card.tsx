import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "#contract/accounts.ts";
import type { TotpState } from "#contract/totp.ts";
import { profileMessages } from "#domain/messages/profile.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button } from "#web/components/button.tsx";
import { api } from "#web/lib/auth.ts";
import { useKeptFocus } from "#web/lib/use-kept-focus.ts";
import { BeginTotp, ConfirmTotp, EndTotp, RecoveryCodes } from "./totp-steps.tsx";
import { QueryCard } from "#web/components/card.tsx";

const text = profileMessages.totp;
const key = ["me", "totp"];

/**
 * The current step of turning it on or off; the secret and the recovery codes are
 * shown once and stored nowhere.
 */
type Step =
  | { name: "none" }
  | { name: "begin" }
  | { name: "confirm"; secret: string; uri: string }
  | { name: "codes"; recoveryCodes: readonly string[] }
  | { name: "end" };

/** Two-factor authentication with an app: admins can turn it on, and everybody who has it can turn it off. */
export function TotpCard({ user }: { user: User }) {
  const client = useQueryClient();
  const state = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api("GET /api/me/totp", {}, { signal }),
    refetchOnMount: "always",
  });
  const [step, setStep] = useState<Step>({ name: "none" });
  const opener = useKeptFocus();
  const rest = () => setStep({ name: "none" });
  const become = (now: TotpState) => client.setQueryData(key, now);
  const enabled = state.data?.enabled === true;
  if (!user.isAdmin && !enabled) return null;
  return (
    <QueryCard
      id="totp"
      headingClass="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl"
      heading={
        <>
          {text.heading}
          {enabled && <Badge tone="green">{text.on}</Badge>}
        </>
      }
      intro={<p className="mt-2 text-ink-soft">{text.text}</p>}
      query={state}
      failed={text.failed}
      skeleton="mt-4 h-11 rounded-md"
    >
      {({ recoveryCodesLeft }) =>
        step.name === "codes" ? (
          <RecoveryCodes codes={step.recoveryCodes} onDone={rest} />
        ) : step.name === "confirm" ? (
          <ConfirmTotp
            secret={step.secret}
            uri={step.uri}
            onConfirmed={(recoveryCodes) => {
              become({ enabled: true, recoveryCodesLeft: recoveryCodes.length });
              setStep({ name: "codes", recoveryCodes });
            }}
            onCancel={rest}
          />
        ) : step.name === "begin" ? (
          <BeginTotp onBegun={(begun) => setStep({ name: "confirm", ...begun })} onCancel={rest} />
        ) : step.name === "end" ? (
          <EndTotp
            onEnded={() => {
              become({ enabled: false, recoveryCodesLeft: 0 });
              rest();
            }}
            onCancel={rest}
          />
        ) : enabled ? (
          <>
            <p className="mt-2 text-ink-soft">{text.left(recoveryCodesLeft)}</p>
            <Button
              ref={opener}
              variant="danger-quiet"
              className="mt-4"
              onClick={() => setStep({ name: "end" })}
            >
              {text.end}
            </Button>
          </>
        ) : (
          <Button
            ref={opener}
            variant="secondary"
            className="mt-4"
            onClick={() => setStep({ name: "begin" })}
          >
            {text.begin}
          </Button>
        )
      }
    </QueryCard>
  );
}

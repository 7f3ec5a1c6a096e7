import { useState } from "react";
import { accountPageMessages } from "#domain/messages/account-pages.ts";
import { accountMessages } from "#domain/messages/account.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { FormError } from "#web/components/form-error.tsx";
import { ApiError, NetworkError } from "#web/lib/api-error.ts";
import { api, useAuth } from "#web/lib/auth.ts";
import { AccountCard } from "./account-card.tsx";

const text = accountPageMessages.verify;

type Outcome = "ask" | "done" | "invalid" | "missing";

/**
 * The page of the mailed link. Opening it changes nothing, because mail scanners open every link; its button
 * confirms the address.
 */
export function VerifyEmailPage({ token }: { token: string }) {
  const { status, user, reload } = useAuth();
  const [outcome, setOutcome] = useState<Outcome>(token === "" ? "missing" : "ask");
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function confirm(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await api("POST /api/verify-email", { body: { token } });
      setOutcome("done");
      // It may be this browser's account: its profile shows it at once.
      if (status === "user") await reload().catch(() => undefined);
    } catch (error) {
      if (error instanceof ApiError && error.code === "verify_link_invalid") setOutcome("invalid");
      else if (error instanceof ApiError && error.status === 429) setFailure(error.message);
      else setFailure(error instanceof NetworkError ? uiMessages.networkError : text.failed);
    } finally {
      setBusy(false);
    }
  }

  if (outcome === "ask")
    return (
      <AccountCard title={text.title} intro={text.intro}>
        <form
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            void confirm();
          }}
          className="flex flex-col gap-4"
        >
          <FormError>{failure}</FormError>
          <Button type="submit" size="lg" loading={busy}>
            {text.confirm}
          </Button>
        </form>
      </AccountCard>
    );

  const isProven = user?.emailVerified === true;
  const said = {
    done: { title: text.done, intro: text.doneText },
    invalid: {
      title: text.title,
      intro: isProven ? text.already : `${accountMessages.verifyLinkInvalid} ${text.invalidText}`,
    },
    missing: { title: text.title, intro: isProven ? text.already : `${text.missing} ${text.invalidText}` },
  }[outcome];
  return (
    <div role="status">
      <AccountCard title={said.title} intro={said.intro}>
        <div className="flex flex-col gap-3">
          <ButtonLink to={outcome === "done" ? "/search" : "/profile"} size="lg">
            {outcome === "done" ? text.toSearch : text.toProfile}
          </ButtonLink>
        </div>
      </AccountCard>
    </div>
  );
}

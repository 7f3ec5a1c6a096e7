import { type FormEvent, useState } from "react";
import { savedSearchMessages } from "#domain/messages/saved-searches.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { FormError } from "#web/components/form-error.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";

const text = savedSearchMessages.unsubscribe;

type Outcome = "ask" | "done" | "invalid" | "failed";

/** Ends one kind of mails with one press, without signing in; without scripts the form posts by itself. */
export function UnsubscribePage({ token, done }: { token: string; done: boolean }) {
  const [outcome, setOutcome] = useState<Outcome>(done ? "done" : token === "" ? "invalid" : "ask");
  const [busy, setBusy] = useState(false);

  async function confirm(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await api("POST /api/unsubscribe", { query: { token } });
      setOutcome("done");
    } catch (error) {
      setOutcome(error instanceof ApiError && error.status === 404 ? "invalid" : "failed");
    } finally {
      setBusy(false);
    }
  }

  const isOpen = outcome === "ask" || outcome === "failed";
  return (
    <div className="page py-8 md:py-16">
      <div className="mx-auto w-full max-w-md">
        <h1 className="text-3xl">{text.title}</h1>
        <div role="status" className="mt-4 flex flex-col gap-2">
          <p className="text-lg font-semibold">
            {outcome === "done"
              ? text.done
              : outcome === "invalid"
                ? savedSearchMessages.linkInvalid
                : text.ask}
          </p>
          <p className="text-ink-soft">
            {outcome === "done" ? text.doneText : outcome === "invalid" ? text.invalidText : text.text}
          </p>
        </div>
        {isOpen ? (
          <form
            method="post"
            action={`/api/unsubscribe?token=${encodeURIComponent(token)}`}
            onSubmit={(event) => void confirm(event)}
            className="mt-8 flex flex-col gap-4"
          >
            {outcome === "failed" && <FormError>{text.failed}</FormError>}
            <Button type="submit" size="lg" loading={busy}>
              {text.confirm}
            </Button>
          </form>
        ) : (
          <ButtonLink to="/profile/notifications" size="lg" variant="secondary" className="mt-8">
            {text.toProfile}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

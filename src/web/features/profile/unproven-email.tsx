import { useState } from "react";
import { accountMessages } from "#domain/messages/account.ts";
import { profileMessages } from "#domain/messages/profile.ts";
import { Button } from "#web/components/button.tsx";
import { toast } from "#web/components/toast.ts";
import { messageOf, NetworkError } from "#web/lib/api-error.ts";
import { api, useAuth } from "#web/lib/auth.ts";

const text = profileMessages.unproven;

/** Says that nobody has opened the mailed link yet, what waits for it, and sends it again. */
export function UnprovenEmail({ email }: { email: string }) {
  const { reload } = useAuth();
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState(false);

  async function resend(): Promise<void> {
    setSending(true);
    try {
      await api("POST /api/verify-email/resend", {});
      setSent(true);
      // Proven in another tab or on the phone meanwhile: then nothing was sent, and this goes.
      await reload().catch(() => undefined);
    } catch (error) {
      toast.error(
        error instanceof NetworkError ? accountMessages.networkError : messageOf(error, text.failed),
      );
    } finally {
      setSending(false);
    }
  }

  return (
    <section aria-labelledby="unproven" className="rounded-lg border border-line bg-surface p-4 sm:p-6">
      <h2 id="unproven" className="text-lg">
        {text.heading}
      </h2>
      <p role="status" className="mt-1 max-w-prose text-ink-soft wrap-anywhere">
        {sent ? text.sent(email) : text.text(email)}
      </p>
      <Button
        variant="secondary"
        loading={sending}
        onClick={() => void resend()}
        className="mt-4 max-sm:w-full"
      >
        {text.resend}
      </Button>
    </section>
  );
}

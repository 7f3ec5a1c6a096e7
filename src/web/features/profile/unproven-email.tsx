import { useState } from "react";
import { profileMessages } from "#domain/messages/profile.ts";
import { uiMessages } from "#domain/messages/ui.ts";
import { Button } from "#web/components/button.tsx";
import { toast } from "#web/components/toast.ts";
import { messageOf, NetworkError } from "#web/lib/api-error.ts";
import { api, useAuth } from "#web/lib/auth.ts";
import { Card } from "#web/components/card.tsx";

const text = profileMessages.unproven;

/** Says that the address is not verified and what that prevents, and sends the link again. */
export function UnprovenEmail({ email }: { email: string }) {
  const { reload } = useAuth();
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState(false);

  async function resend(): Promise<void> {
    setSending(true);
    try {
      await api("POST /api/verify-email/resend", {});
      setSent(true);
      // If the address was verified in another tab or on a phone meanwhile, nothing
      // was sent and this notice goes.
      await reload().catch(() => undefined);
    } catch (error) {
      toast.error(error instanceof NetworkError ? uiMessages.networkError : messageOf(error, text.failed));
    } finally {
      setSending(false);
    }
  }

  return (
    <Card id="unproven" heading={text.heading} headingClass="text-lg" className="bg-surface">
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
    </Card>
  );
}

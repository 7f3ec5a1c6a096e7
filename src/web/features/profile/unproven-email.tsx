import { useState } from "react";
import { profileMessages } from "#domain/messages/profile.ts";
import { Button } from "#web/components/button.tsx";
import { useAction } from "#web/components/use-action.ts";
import { api, useAuth } from "#web/lib/auth.ts";
import { callText } from "#web/lib/call-text.ts";
import { Card } from "#web/components/card.tsx";

const text = profileMessages.unproven;

/** Says that the address is not verified and what that prevents, and sends the link again. */
export function UnprovenEmail({ email }: { email: string }) {
  const { reload } = useAuth();
  const [sent, setSent] = useState(false);

  const resend = useAction(
    async () => {
      await api("POST /api/verify-email/resend", {});
      setSent(true);
      // If the address was verified in another tab or on a phone meanwhile, nothing
      // was sent and this notice goes.
      await reload().catch(() => undefined);
    },
    text.failed,
    callText,
  );

  return (
    <Card id="unproven" heading={text.heading} headingClass="text-lg" className="bg-surface">
      <p role="status" className="mt-1 max-w-prose text-ink-soft wrap-anywhere">
        {sent ? text.sent(email) : text.text(email)}
      </p>
      <Button variant="secondary" loading={resend.busy} onClick={resend.run} className="mt-4 max-sm:w-full">
        {text.resend}
      </Button>
    </Card>
  );
}

import type { ReactNode } from "react";
import { suspendedNoticeMessages } from "#domain/messages/suspended-notice.ts";
import type { User } from "#contract/accounts.ts";

const text = suspendedNoticeMessages;

/** Shown to suspended users on every page: the consequences, the reason, and whom to ask. */
export default function SuspendedNotice({
  contactEmail,
  suspension,
}: {
  contactEmail: string;
  suspension: NonNullable<User["suspension"]>;
}): ReactNode {
  return (
    <section aria-label={text.title} className="border-b border-red bg-red-soft">
      <div role="status" className="page py-3 text-sm wrap-anywhere">
        <p className="font-semibold">{text.title}</p>
        <p>{text.text}</p>
        <p className="font-medium whitespace-pre-line">{text.reason(suspension.reason)}</p>
        <p>
          {text.contact}{" "}
          <a href={`mailto:${contactEmail}`} className="underline underline-offset-4">
            {contactEmail}
          </a>
        </p>
      </div>
    </section>
  );
}

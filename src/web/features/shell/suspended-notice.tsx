import { shellMessages } from "#domain/messages/shell.ts";
import { useAuth } from "#web/lib/auth.ts";

const text = shellMessages.suspended;

/** On every page of a suspended person: what that means, why, and where to ask. */
export function SuspendedNotice({ contactEmail }: { contactEmail: string }) {
  const { user } = useAuth();
  // A user that an older version of the page has stored lacks the field.
  if (!user?.suspension) return null;
  return (
    <section aria-label={text.title} className="border-b border-red bg-red-soft">
      <div role="status" className="page py-3 text-sm wrap-anywhere">
        <p className="font-semibold">{text.title}</p>
        <p>{text.text}</p>
        <p className="font-medium whitespace-pre-line">{text.reason(user.suspension.reason)}</p>
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

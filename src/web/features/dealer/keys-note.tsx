import { dealerKeyMessages as text } from "#domain/messages/dealer-keys.ts";
import { TextLink } from "#web/components/text-link.tsx";
import { useKeys } from "./use-keys.ts";

/** For dealers with keys: signing out and a new password do not revoke keys. */
export function KeysNote() {
  const count = useKeys().data?.length ?? 0;
  if (count === 0) return null;
  return (
    <p className="mt-4 text-ink-soft">
      {text.outlast(count)} <TextLink to="/autosallon-dashboard/keys">{text.title}</TextLink>
    </p>
  );
}

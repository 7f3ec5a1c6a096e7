import { dealerKeyMessages as text } from "#domain/messages/dealer-keys.ts";
import { TextLink } from "#web/components/text-link.tsx";
import { useKeys } from "./use-keys.ts";

/** For dealers: signing out and a new password end no key. Nothing where there is none. */
export function KeysNote() {
  const count = useKeys().data?.length ?? 0;
  if (count === 0) return null;
  return (
    <p className="mt-4 text-ink-soft">
      {text.outlast(count)} <TextLink to="/autosallon-dashboard/keys">{text.title}</TextLink>
    </p>
  );
}

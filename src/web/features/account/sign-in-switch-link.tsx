import { useLocation, useSearchParams } from "react-router";
import { TextLink } from "#web/components/text-link.tsx";
import { withNext } from "#web/lib/safe-next.ts";

/** Link from signing in to registering, or back, with the same return address. */
export function SignInSwitchLink({
  question,
  label,
  to,
}: {
  question: string;
  label: string;
  to: "/login" | "/register";
}) {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const next = params.get("next");
  return (
    <p className="text-center text-ink-soft">
      {question}{" "}
      <TextLink to={next === null ? to : withNext(to, next)} state={state}>
        {label}
      </TextLink>
    </p>
  );
}

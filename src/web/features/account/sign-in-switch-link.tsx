import { useLocation } from "react-router";
import { TextLink } from "#web/components/text-link.tsx";
import { signInFrom } from "#web/lib/safe-next.ts";

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
  const location = useLocation();
  return (
    <p className="text-center text-ink-soft">
      {question}{" "}
      <TextLink to={signInFrom(to, location)} state={location.state}>
        {label}
      </TextLink>
    </p>
  );
}

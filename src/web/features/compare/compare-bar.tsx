import { useLocation } from "react-router";
import { compareMessages as text } from "#domain/messages/compare.ts";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { clearCompared, compareAddress, useCompared } from "#web/lib/compare.ts";

/** A link to the comparison, on every page where cars can be added to it. */
export default function CompareBar() {
  const ids = useCompared();
  const { pathname } = useLocation();
  if (ids.length === 0 || pathname === "/compare") return null;
  return (
    <section
      aria-label={text.chosen(ids.length)}
      className="fixed inset-x-0 bottom-20 z-20 mx-auto flex w-fit max-w-[calc(100%-2rem)] items-center gap-2 rounded-lg border border-line bg-paper p-2 shadow-card lg:bottom-4 print:hidden"
    >
      {ids.length === 1 ? (
        <p className="px-2 text-sm">{text.oneMore}</p>
      ) : (
        <ButtonLink to={compareAddress(ids)}>{text.open(ids.length)}</ButtonLink>
      )}
      <Button variant="quiet" onClick={clearCompared}>
        {text.clear}
      </Button>
    </section>
  );
}

import { type ComponentType, lazy, Suspense } from "react";

// Optional: a failure shows nothing.
const PriceHint = lazy<ComponentType<{ facts: object }>>(() =>
  import("./price-hint.tsx").then(
    (loaded) => ({ default: loaded.PriceHint }),
    () => ({ default: () => null }),
  ),
);

/** `PriceHint`, loaded once the form has a model. */
export function LatePriceHint({ facts }: { facts: { readonly model: string } }) {
  return (
    facts.model !== "" && (
      <Suspense>
        <PriceHint facts={facts} />
      </Suspense>
    )
  );
}

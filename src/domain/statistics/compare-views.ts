/** From this ratio on, "more often"; below its counterpart, "less often". */
const moreFrom = 1.3;
const lessBelow = 0.7;

export type ViewsComparison =
  | { readonly kind: "unknown" | "early" | "unusual" | "less" | "same" }
  | { readonly kind: "more"; readonly times: number };

/**
 * A car's views compared with the usual number of similar cars over the same days:
 * - `unknown`: too few similar cars (`usual` is null)
 * - `early`: neither the car nor usually similar ones were viewed
 * - `unusual`: only the car was viewed, so there is no ratio
 * - `more`: with the ratio, to a tenth
 */
export function compareViews(views: number, usual: number | null): ViewsComparison {
  if (usual === null) return { kind: "unknown" };
  if (usual === 0) return { kind: views === 0 ? "early" : "unusual" };
  const times = views / usual;
  if (times >= moreFrom) return { kind: "more", times: Math.round(times * 10) / 10 };
  return { kind: times < lessBelow ? "less" : "same" };
}

/** Figures of the admin dashboard (specification.md#admin: page size 20, debounce 500 ms). */
export const adminLimits = {
  pageSize: 20,
  maxPageSize: 100,
  /** Characters of a search; longer ones are refused. */
  maxSearch: 200,
  /** Characters of the reason that an admin gives with a write. */
  maxReason: 500,
  /** Records per bulk deletion. */
  maxBulk: 500,
  /** Days per chart. */
  maxChartDays: 731,
} as const;

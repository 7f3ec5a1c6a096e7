/** The logo: a V that is also a road to the horizon. Decorative beside the name. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="9" fill="#244aa5" />
      <path
        d="M7.5 9.5 16 23l8.5-13.5"
        fill="none"
        stroke="#fff"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="10" r="2.2" fill="#d0a650" />
    </svg>
  );
}

/** Points down: it opens a list. */
export function Chevron({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      className={className}
    >
      <path d="m3.5 6 4.5 4.5L12.5 6" />
    </svg>
  );
}

/** The favourites' icon; an outline unless `className` fills it. */
export function Heart({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      className={className}
    >
      <path d="M12 20.5S3.5 15.6 3.5 9.3A4.7 4.7 0 0 1 12 6.5a4.7 4.7 0 0 1 8.5 2.8c0 6.3-8.5 11.2-8.5 11.2Z" />
    </svg>
  );
}

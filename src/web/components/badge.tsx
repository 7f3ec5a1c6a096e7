import { clsx } from "clsx";
import type { ReactNode } from "react";

export type BadgeTone = "neutral" | "blue" | "green" | "red" | "gold" | "on-photo";

const tones: Record<BadgeTone, string> = {
  neutral: "bg-sunken text-ink",
  blue: "bg-blue-soft text-blue-text in-[.bg-blue-soft]:bg-paper",
  green: "bg-green-soft text-green",
  red: "bg-red-soft text-red",
  /** Only for recommended or sponsored. */
  gold: "bg-gold text-black",
  "on-photo": "bg-black/65 text-white",
};

export function Badge({
  tone = "neutral",
  className,
  children,
}: {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1 rounded-sm px-2 py-1 text-xs leading-4 font-semibold",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

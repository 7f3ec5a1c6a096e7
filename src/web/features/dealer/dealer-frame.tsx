import type { ReactNode } from "react";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { AreaFrame } from "#web/components/area-nav.tsx";

const text = dealerPageMessages.area;
const groups = [
  {
    items: [
      { to: "/autosallon-dashboard", label: text.dashboard },
      { to: "/my-publishings", label: text.stock },
      { to: "/autosallon-dashboard/imports", label: text.imports },
      { to: "/autosallon-dashboard/report", label: text.report },
      { to: "/autosallon-dashboard/page", label: text.page },
      { to: "/autosallon-dashboard/keys", label: text.keys },
      { to: "/autosallon-dashboard/subscription", label: text.subscription },
    ],
  },
];

/** A page of the dealer's area with the area's navigation (specification.md#dealers). */
export function DealerFrame({ children }: { children: ReactNode }) {
  return (
    <AreaFrame label={text.label} groups={groups}>
      {children}
    </AreaFrame>
  );
}

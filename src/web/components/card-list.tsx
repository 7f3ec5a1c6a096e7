import type { ReactNode } from "react";
import { useRowFocus } from "#web/lib/use-row-focus.ts";
import { QueryCard } from "./card.tsx";
import type { LoadQuery } from "./loaded.tsx";

/** A card with a list: the heading, then loading, an error with retry, `empty`, or the rows. */
export function CardList<Item>({
  id,
  heading,
  text,
  list,
  shown = list.data ?? [],
  failed,
  empty,
  skeleton = "h-20",
  renderRow,
  children,
}: {
  /** Id of the heading; also the fragment that links to the section. */
  id: string;
  heading: string;
  text?: string;
  list: LoadQuery<readonly Item[]>;
  /** The items to show, if not all. */
  shown?: readonly Item[];
  failed: string;
  empty?: ReactNode;
  /** Height class of a skeleton row. */
  skeleton?: string;
  renderRow: (item: Item) => ReactNode;
  children?: ReactNode;
}) {
  const rows = useRowFocus(id);
  return (
    <QueryCard
      id={id}
      heading={heading}
      query={list}
      failed={failed}
      skeleton={`mt-4 rounded-md ${skeleton}`}
      intro={text !== undefined && <p className="mt-2 text-ink-soft">{text}</p>}
    >
      {(all) => (
        <>
          {all.length === 0 && empty !== undefined ? (
            empty
          ) : (
            <ul ref={rows} className="mt-2 divide-y divide-line">
              {shown.map(renderRow)}
            </ul>
          )}
          {children}
        </>
      )}
    </QueryCard>
  );
}

import type { ReactNode } from "react";
import { QueryCard } from "./card.tsx";
import type { LoadQuery } from "./loaded.tsx";

/** A card with a list: its heading, then loading, a failure to retry, `empty`, or the rows. */
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
  /** Id of the heading; also the fragment of the section's address. */
  id: string;
  heading: string;
  text?: string;
  list: LoadQuery<readonly Item[]>;
  /** The items to show where that is not all of them. */
  shown?: readonly Item[];
  failed: string;
  /** Replaces an empty list. */
  empty?: ReactNode;
  /** The height of a skeleton row. */
  skeleton?: string;
  renderRow: (item: Item) => ReactNode;
  /** Below the rows. */
  children?: ReactNode;
}) {
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
            <ul className="mt-2 divide-y divide-line">{shown.map(renderRow)}</ul>
          )}
          {children}
        </>
      )}
    </QueryCard>
  );
}

import { Link, useSearchParams } from "react-router";
import type { ListedImport } from "#contract/imports.ts";
import { formatMoment } from "#web/lib/moments.ts";
import { stockPageMessages } from "#domain/messages/stock-pages.ts";
import { Pagination } from "#web/components/pagination.tsx";
import { Loaded } from "#web/components/loaded.tsx";
import { Section } from "#web/components/section.tsx";
import { Loading, Skeleton } from "#web/components/states.tsx";
import { ImportStatus } from "./import-status.tsx";
import { importsPerPage, useImports } from "./use-imports.ts";

const text = stockPageMessages.list;

function Item({ item }: { item: ListedImport }) {
  const { create, update, faulty } = item.summary;
  const date = formatMoment(item.createdAt);
  return (
    <li>
      <Link
        to={`/autosallon-dashboard/imports/${item.id}`}
        aria-label={text.open(date)}
        className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-ink no-underline hover:bg-surface sm:px-6"
      >
        <span className="font-medium tabular-nums">{date}</span>
        <ImportStatus item={item} />
        <span className="text-sm text-ink-soft">{text.source[item.source]}</span>
        <span className="w-full text-sm text-ink-soft tabular-nums sm:ms-auto sm:w-auto">
          {item.rows > 0 && text.counts(create, update, faulty)}
        </span>
      </Link>
    </li>
  );
}

/** The dealer's imports, newest first; the page is in the address. */
export function ImportsList() {
  const [params] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(params.get("page"))) || 1);
  return (
    <Section id="imports" heading={text.heading} headingClass="text-lg">
      <Loaded
        query={useImports(page)}
        failed={text.loadFailed}
        loading={
          <Loading label={stockPageMessages.loading} className="mt-3">
            <Skeleton className="h-48 rounded-lg" />
          </Loading>
        }
      >
        {({ imports, total }) =>
          total === 0 ? (
            <p className="mt-2 text-ink-soft">{text.empty}</p>
          ) : (
            <>
              <ul className="mt-3 divide-y divide-line rounded-lg border border-line">
                {imports.map((item) => (
                  <Item key={item.id} item={item} />
                ))}
              </ul>
              <div className="mt-3 empty:hidden">
                <Pagination
                  page={page}
                  pages={Math.ceil(total / importsPerPage)}
                  href={(number) => `?page=${number}`}
                />
              </div>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

import type { AdminUser } from "#contract/admin-lists.ts";
import { formatDate, formatNumber } from "#domain/format/format.ts";
import { formatPhone } from "#domain/format/format-phone.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import type { Column } from "#web/features/admin/lists/data-table.tsx";
import { Email } from "#web/features/admin/parts/email.tsx";
import { PersonBadges, UnprovenBadge } from "#web/features/admin/parts/person-badges.tsx";
import { RowActions } from "#web/features/admin/lists/row-actions.tsx";
import { personName } from "#web/features/admin/parts/row-names.ts";

const text = adminPageMessages.users;

/** What an admin does with a user of the list. */
export interface UserDoing {
  readonly what: "view" | "edit" | "remove";
  readonly user: AdminUser;
}

/** What the list can be sorted by where it has no headings. */
export const userSorts = [
  { id: "name", label: text.name },
  { id: "email", label: text.email },
  { id: "cars", label: text.cars },
  { id: "createdAt", label: text.createdAt },
];

function Phone({ user }: { user: AdminUser }) {
  if (user.phone === null) return <>{text.noPhone}</>;
  return (
    <a
      href={`tel:${user.phone}`}
      className="inline-flex min-h-11 items-center whitespace-nowrap text-blue-text tabular-nums underline underline-offset-4"
    >
      {formatPhone(user.phone)}
    </a>
  );
}

/** The specification's columns; on a tablet some of them share one. */
export function userColumns(onDo: (doing: UserDoing) => void): Column<AdminUser>[] {
  return [
    {
      id: "name",
      accessorFn: personName,
      header: text.name,
      cell: ({ row: { original: user } }) => (
        <span className="block max-w-56 min-w-32 font-medium wrap-break-word">{personName(user)}</span>
      ),
    },
    {
      id: "email",
      accessorFn: (user) => user.email,
      header: text.email,
      cell: ({ row: { original: user } }) => (
        <span className="block max-w-64 min-w-36">
          <Email address={user.email} /> <UnprovenBadge {...user} />
          {/* On a tablet there is no room for a column of its own. */}
          {user.phone !== null && (
            <span className="block @4xl:hidden">
              <Phone user={user} />
            </span>
          )}
        </span>
      ),
    },
    {
      id: "phone",
      accessorFn: (user) => user.phone,
      header: text.phone,
      cell: ({ row }) => <Phone user={row.original} />,
      meta: { className: "hidden @4xl:table-cell" },
    },
    {
      id: "cars",
      accessorFn: (user) => user.carCount,
      header: text.cars,
      cell: ({ row }) => formatNumber(row.original.carCount),
      meta: { className: "tabular-nums" },
    },
    {
      id: "status",
      accessorFn: (user) => user.isAdmin,
      header: text.status,
      cell: ({ row }) => <PersonBadges {...row.original} />,
    },
    {
      id: "createdAt",
      accessorFn: (user) => user.createdAt,
      header: text.createdAt,
      cell: ({ row }) => formatDate(row.original.createdAt),
      // The specification's columns come first; where there is room, so does this.
      meta: { className: "hidden @min-[60rem]:table-cell tabular-nums whitespace-nowrap" },
    },
    {
      id: "actions",
      header: adminPageMessages.actions.column,
      cell: ({ row }) => <Actions user={row.original} onDo={onDo} />,
      meta: { className: "w-px" },
    },
  ];
}

function Actions({ user, onDo }: { user: AdminUser; onDo: (doing: UserDoing) => void }) {
  return (
    <RowActions
      name={personName(user)}
      locked={user.isAdmin ? text.protected : undefined}
      onView={() => onDo({ what: "view", user })}
      onEdit={() => onDo({ what: "edit", user })}
      onRemove={() => onDo({ what: "remove", user })}
    />
  );
}

/** The same on a phone. */
export function UserCard({ user, onDo }: { user: AdminUser; onDo: (doing: UserDoing) => void }) {
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <p className="font-semibold wrap-anywhere">{personName(user)}</p>
        <PersonBadges {...user} />
      </div>
      <p className="text-sm text-ink-soft">
        <Email address={user.email} /> <UnprovenBadge {...user} />
      </p>
      <p className="text-sm text-ink-soft tabular-nums">
        {text.carCount(user.carCount)} · {formatDate(user.createdAt)}
      </p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-sm">
        <Phone user={user} />
        <Actions user={user} onDo={onDo} />
      </div>
    </>
  );
}

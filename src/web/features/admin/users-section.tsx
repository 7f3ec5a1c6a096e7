import { useState } from "react";
import type { AdminUser, UserList } from "#contract/admin-lists.ts";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { userRoles, userSortKeys } from "#domain/admin/admin-sorts.ts";
import { formatDate, formatNumber, formatPhone } from "#domain/format/format.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { toast } from "#web/components/toast.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { BulkDelete } from "./bulk-delete.tsx";
import { type Column, DataTable } from "./data-table.tsx";
import { EditUser } from "./edit-user.tsx";
import { Email } from "./email.tsx";
import { listQuery } from "./list-address.ts";
import { ListFrame } from "./list-frame.tsx";
import { CsvLink, FilterSelect, SearchField, SortSelect, Toolbar } from "./list-toolbar.tsx";
import { PersonBadges } from "./person-badges.tsx";
import { RowActions } from "./row-actions.tsx";
import { personName, userTitle } from "./row-names.ts";
import { useAdminQuery, useWrite } from "./use-admin.ts";
import { useListAddress } from "./use-list-address.ts";
import { useSelection } from "./use-selection.ts";
import { UserDetails } from "./user-details.tsx";

const text = adminPageMessages.users;
const shape = { sorts: userSortKeys, filters: { role: userRoles } };

type Doing = { what: "view" | "edit" | "remove"; user: AdminUser };

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

function columnsFor(onDo: (doing: Doing) => void): Column<AdminUser>[] {
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
          <Email address={user.email} />
          {/* On a tablet there is no room for a column of its own. */}
          {user.phone !== null && (
            <span className="block lg:hidden">
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
      meta: { className: "hidden lg:table-cell" },
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
      // SPEC's columns come first; where there is room, so does this.
      meta: { className: "hidden xl:table-cell tabular-nums whitespace-nowrap" },
    },
    {
      id: "actions",
      header: adminPageMessages.actions.column,
      cell: ({ row }) => <Actions user={row.original} onDo={onDo} />,
      meta: { className: "w-px" },
    },
  ];
}

function Actions({ user, onDo }: { user: AdminUser; onDo: (doing: Doing) => void }) {
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

function Card({ user, onDo }: { user: AdminUser; onDo: (doing: Doing) => void }) {
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <p className="font-semibold wrap-anywhere">{personName(user)}</p>
        <PersonBadges {...user} />
      </div>
      <p className="text-sm text-ink-soft">
        <Email address={user.email} />
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

/** 'Përdoruesit': searched, sorted, filtered by the server; edited, looked at and deleted here (SPEC section 2). */
export function UsersSection() {
  const address = useListAddress(shape);
  const { state, change } = address;
  const query = listQuery(state);
  const users = useAdminQuery(["users", query], (options) => {
    const input = { query: new URLSearchParams({ ...query, limit: String(adminLimits.pageSize) }) };
    return state.q === ""
      ? api("GET /api/admin/users", input, options)
      : api("GET /api/admin/users/search", input, options);
  });
  const write = useWrite();
  const { selected, select, clear, drop } = useSelection<AdminUser>(state);
  const [doing, setDoing] = useState<Doing | null>(null);
  const [removing, setRemoving] = useState(false);
  const [columns] = useState(() => columnsFor(setDoing));
  const { page: _page, ...listed } = query;

  async function remove(user: AdminUser): Promise<void> {
    setRemoving(true);
    try {
      await write(api("DELETE /api/admin/users/{id}", { params: { id: user._id } }));
      drop(user._id);
      toast.success(text.removed);
    } catch (error) {
      toast.error(messageOf(error, text.removeFailed));
    } finally {
      setRemoving(false);
      setDoing(null);
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <Toolbar>
        <SearchField
          label={text.search}
          clearLabel={text.clear}
          q={state.q}
          onSearch={(q, refined) => change({ q }, { replace: refined })}
        />
        <FilterSelect
          label={text.role}
          value={state.filters["role"] ?? ""}
          options={[
            { value: "", label: text.roles.all },
            ...userRoles.map((role) => ({ value: role, label: text.roles[role] })),
          ]}
          onChange={(role) => change({ filters: { role } })}
        />
        <SortSelect columns={sortColumns} sort={state.sort} onSort={(sort) => change({ sort })} />
        <CsvLink href={`/api/admin/users/export?${new URLSearchParams(listed)}`} />
      </Toolbar>
      <BulkDelete
        texts={text}
        most={adminLimits.maxBulk}
        selected={selected}
        nameOf={userTitle}
        onRemove={(ids) => write(api("POST /api/admin/users/bulk-delete", { body: { ids } }, slow))}
        onClear={clear}
      />
      <ListFrame
        query={users}
        address={address}
        pageOf={(data: UserList) => data.pagination}
        isEmpty={(data) => data.users.length === 0}
        empty={{ title: text.empty, text: text.emptyHint }}
      >
        {(data, busy) => (
          <>
            <p role="status" className="mb-3 text-sm text-ink-soft tabular-nums">
              {text.found(formatNumber(data.pagination.totalUsers), formatNumber(data.pagination.allUsers))}
            </p>
            <DataTable
              label={text.list}
              items={data.users}
              columns={columns}
              idOf={(user) => user._id}
              renderCard={(user) => <Card user={user} onDo={setDoing} />}
              sort={state.sort}
              onSort={(sort) => change({ sort })}
              selecting={{
                selected,
                onChange: select,
                canSelect: (user) => !user.isAdmin,
                nameOf: personName,
              }}
              busy={busy}
            />
          </>
        )}
      </ListFrame>
      {doing?.what === "view" && <UserDetails user={doing.user} onClose={() => setDoing(null)} />}
      {doing?.what === "edit" && <EditUser user={doing.user} onClose={() => setDoing(null)} />}
      <ConfirmDialog
        open={doing?.what === "remove"}
        title={text.removeTitle}
        text={
          doing === null ? "" : text.removeText(personName(doing.user), doing.user.email, doing.user.carCount)
        }
        confirmLabel={adminPageMessages.actions.confirmRemove}
        danger
        busy={removing}
        onConfirm={() => {
          if (doing !== null) void remove(doing.user);
        }}
        onCancel={() => setDoing(null)}
      />
    </div>
  );
}

const sortColumns = [
  { id: "name", label: text.name },
  { id: "email", label: text.email },
  { id: "cars", label: text.cars },
  { id: "createdAt", label: text.createdAt },
];

/** Five hundred deletions take their time. */
const slow = { timeoutMs: 60_000 };

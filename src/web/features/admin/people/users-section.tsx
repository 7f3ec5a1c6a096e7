import { adminLimits } from "#domain/admin/admin-limits.ts";
import type { AdminUser } from "#contract/admin-lists.ts";
import { userRoles } from "#domain/admin/admin-sorts.ts";
import { formatDate, formatNumber } from "#domain/format/format.ts";
import { formatPhone } from "#domain/format/format-phone.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { AdminList } from "#web/features/admin/lists/admin-list.tsx";
import { bulkCall } from "#web/features/admin/lists/bulk-delete.tsx";
import { actionsColumn } from "#web/features/admin/lists/cells.tsx";
import { adminList, choice } from "#web/features/admin/lists/declare-list.ts";
import { RowActions } from "#web/features/admin/lists/row-actions.tsx";
import { ConfirmWrite } from "#web/features/admin/parts/confirm-write.tsx";
import { Email } from "#web/features/admin/parts/email.tsx";
import { PersonBadges, UnprovenBadge } from "#web/features/admin/parts/person-badges.tsx";
import { personName, userTitle } from "#web/features/admin/parts/row-names.ts";
import { api } from "#web/lib/auth.ts";
import { EditUser } from "./edit-user.tsx";
import { UserDetails } from "./user-details.tsx";

const text = adminPageMessages.users;

function Phone({ user }: { user: AdminUser }) {
  if (user.phone === null) return <>{text.noPhone}</>;
  return (
    <a
      href={`tel:${user.phone}`}
      className="inline-flex min-h-11 items-center whitespace-nowrap text-blue-text tabular-nums underline underline-offset-4 tiny:whitespace-normal"
    >
      {formatPhone(user.phone)}
    </a>
  );
}

/** The specification's columns; on a tablet some of them share one. */
const users = adminList({
  endpoint: "GET /api/admin/users",
  read: ({ users: items, pagination }) => ({
    items,
    pagination,
    found: text.found(formatNumber(pagination.totalUsers), formatNumber(pagination.allUsers)),
  }),
  idOf: (user) => user._id,
  text,
  search: { label: text.search, clear: text.clear },
  filters: [
    choice("role", {
      label: text.role,
      all: text.roles.all,
      values: userRoles,
      labelOf: (role) => text.roles[role],
    }),
  ],
  pageSize: adminLimits.pageSize,
  csv: true,
  columns: [
    {
      id: "name",
      label: text.name,
      sort: "name",
      inCard: "title",
      cell: (user) => (
        <span className="block max-w-56 min-w-32 font-medium wrap-break-word">{personName(user)}</span>
      ),
      cardCell: personName,
    },
    {
      id: "email",
      label: text.email,
      sort: "email",
      inCard: "line",
      cell: (user) => (
        <span className="block max-w-64 min-w-36">
          <Email address={user.email} /> <UnprovenBadge {...user} />
          {/* On a tablet there is no room for its own column. */}
          {user.phone !== null && (
            <span className="block @4xl:hidden">
              <Phone user={user} />
            </span>
          )}
        </span>
      ),
      cardCell: (user) => (
        <span>
          <Email address={user.email} /> <UnprovenBadge {...user} />
        </span>
      ),
    },
    {
      id: "phone",
      label: text.phone,
      sort: "phone",
      inCard: "foot",
      className: "hidden @4xl:table-cell",
      cell: (user) => <Phone user={user} />,
    },
    {
      id: "cars",
      label: text.cars,
      sort: "cars",
      inCard: "fact",
      className: "tabular-nums",
      cell: (user) => formatNumber(user.carCount),
      cardCell: (user) => text.carCount(user.carCount),
    },
    {
      id: "status",
      label: text.status,
      sort: "status",
      inCard: "corner",
      cell: (user) => <PersonBadges {...user} />,
    },
    {
      id: "createdAt",
      label: text.createdAt,
      sort: "createdAt",
      inCard: "fact",
      // Shown only if there is room beside the specification's columns.
      className: "hidden @min-[60rem]:table-cell tabular-nums whitespace-nowrap",
      cell: (user) => formatDate(user.createdAt),
    },
    {
      ...actionsColumn,
      cell: (user, open) => (
        <RowActions
          name={personName(user)}
          locked={user.isAdmin ? text.protected : undefined}
          onView={() => open("view")}
          onEdit={() => open("edit")}
          onRemove={() => open("remove")}
        />
      ),
    },
  ],
  dialogs: {
    view: (user, { close }) => <UserDetails user={user} onClose={close} />,
    edit: (user, { close }) => <EditUser user={user} onClose={close} />,
    remove: (user, { close, drop }) => (
      <ConfirmWrite
        question={{
          title: text.removeTitle,
          text: text.removeText(personName(user), user.email, user.carCount),
          confirmLabel: adminPageMessages.actions.confirmRemove,
          danger: true,
          send: (reason) =>
            api("DELETE /api/admin/users/{id}", { params: { id: user._id }, query: { reason } }),
          onDone: () => {
            drop(user);
            return text.removed;
          },
          failed: text.removeFailed,
        }}
        onClose={close}
      />
    ),
  },
  bulk: {
    text,
    canSelect: (user) => !user.isAdmin,
    rowName: personName,
    bulkName: userTitle,
    remove: (ids, reason) => api("POST /api/admin/users/bulk-delete", { body: { ids, reason } }, bulkCall),
  },
});

/** 'Përdoruesit' (specification.md#admin). */
export function UsersSection() {
  return <AdminList list={users} />;
}

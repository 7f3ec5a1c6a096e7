import type { ReactNode } from "react";
import { useState } from "react";
import type { AdminUser } from "#contract/admin-lists.ts";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { userRoles, userSortKeys } from "#domain/admin/admin-sorts.ts";
import { formatNumber } from "#domain/format/format.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { api } from "#web/lib/auth.ts";
import { ConfirmWrite } from "#web/features/admin/parts/confirm-write.tsx";
import { EditUser } from "./edit-user.tsx";
import { listQuery } from "#web/features/admin/lists/list-address.ts";
import { bulkCall, RecordList, useSelection } from "#web/features/admin/lists/record-list.tsx";
import { personName, userTitle } from "#web/features/admin/parts/row-names.ts";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";
import { useListAddress } from "#web/features/admin/lists/use-list-address.ts";
import { UserCard, userColumns, type UserDoing, userSorts } from "./user-columns.tsx";
import { UserDetails } from "./user-details.tsx";

const text = adminPageMessages.users;
const shape = { sorts: userSortKeys, filters: { role: userRoles } };
const roleFilter = {
  name: "role",
  label: text.role,
  options: [
    { value: "", label: text.roles.all },
    ...userRoles.map((role) => ({ value: role, label: text.roles[role] })),
  ],
};

/** 'Përdoruesit': searched, sorted, filtered by the server; edited, looked at and deleted here (specification.md#admin). */
export function UsersSection(): ReactNode {
  const address = useListAddress(shape);
  const { state } = address;
  const query = listQuery(state);
  const users = useAdminQuery(["users", query], async (options) => {
    const input = { query: new URLSearchParams({ ...query, limit: String(adminLimits.pageSize) }) };
    const { users: items, pagination } = await (state.q === ""
      ? api("GET /api/admin/users", input, options)
      : api("GET /api/admin/users/search", input, options));
    const { totalUsers, allUsers } = pagination;
    return { items, pagination, found: text.found(formatNumber(totalUsers), formatNumber(allUsers)) };
  });
  const selection = useSelection<AdminUser>(state);
  const [doing, setDoing] = useState<UserDoing | null>(null);
  const [columns] = useState(() => userColumns(setDoing));
  const close = () => setDoing(null);

  return (
    <div className="flex flex-col gap-4">
      <RecordList
        texts={text}
        address={address}
        query={users}
        filter={roleFilter}
        sorts={userSorts}
        exportPath="/api/admin/users/export"
        selection={selection}
        columns={columns}
        canSelect={(user) => !user.isAdmin}
        rowName={personName}
        bulkName={userTitle}
        renderCard={(user) => <UserCard user={user} onDo={setDoing} />}
        onBulkRemove={(ids, reason) =>
          api("POST /api/admin/users/bulk-delete", { body: { ids, reason } }, bulkCall)
        }
      />
      {doing?.what === "view" && <UserDetails user={doing.user} onClose={close} />}
      {doing?.what === "edit" && <EditUser user={doing.user} onClose={close} />}
      {doing?.what === "remove" && (
        <ConfirmWrite
          question={{
            title: text.removeTitle,
            text: text.removeText(personName(doing.user), doing.user.email, doing.user.carCount),
            confirmLabel: adminPageMessages.actions.confirmRemove,
            danger: true,
            send: (reason) =>
              api("DELETE /api/admin/users/{id}", { params: { id: doing.user._id }, query: { reason } }),
            onDone: () => {
              selection.drop(doing.user._id);
              return text.removed;
            },
            failed: text.removeFailed,
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

import { useState } from "react";
import type { AdminUser, UserList } from "#contract/admin-lists.ts";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { userRoles, userSortKeys } from "#domain/admin/admin-sorts.ts";
import { formatNumber } from "#domain/format/format.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { toast } from "#web/components/toast.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { api } from "#web/lib/auth.ts";
import { BulkDelete } from "./bulk-delete.tsx";
import { DataTable } from "./data-table.tsx";
import { EditUser } from "./edit-user.tsx";
import { listQuery } from "./list-address.ts";
import { ListFrame } from "./list-frame.tsx";
import { CsvLink, FilterSelect, SearchField, SortSelect, Toolbar } from "./list-toolbar.tsx";
import { ReasonField } from "./reason-field.tsx";
import { personName, userTitle } from "./row-names.ts";
import { useAdminQuery, useWrite } from "./use-admin.ts";
import { useListAddress } from "./use-list-address.ts";
import { useSelection } from "./use-selection.ts";
import { UserCard, userColumns, type UserDoing, userSorts } from "./user-columns.tsx";
import { UserDetails } from "./user-details.tsx";

const text = adminPageMessages.users;
const shape = { sorts: userSortKeys, filters: { role: userRoles } };

/** 'Përdoruesit': searched, sorted, filtered by the server; edited, looked at and deleted here (specification.md#admin). */
export function UsersSection() {
  const address = useListAddress(shape);
  const { state, change, filter } = address;
  const query = listQuery(state);
  const users = useAdminQuery(["users", query], (options) => {
    const input = { query: new URLSearchParams({ ...query, limit: String(adminLimits.pageSize) }) };
    return state.q === ""
      ? api("GET /api/admin/users", input, options)
      : api("GET /api/admin/users/search", input, options);
  });
  const write = useWrite();
  const { selected, select, clear, drop } = useSelection<AdminUser>(state);
  const [doing, setDoing] = useState<UserDoing | null>(null);
  const [removing, setRemoving] = useState(false);
  const [reason, setReason] = useState("");
  const [columns] = useState(() => userColumns(setDoing));
  const { page: _page, ...listed } = query;

  async function remove(user: AdminUser): Promise<void> {
    setRemoving(true);
    try {
      await write(api("DELETE /api/admin/users/{id}", { params: { id: user._id }, query: { reason } }));
      drop(user._id);
      toast.success(text.removed);
    } catch (error) {
      toast.error(messageOf(error, text.removeFailed));
    } finally {
      setRemoving(false);
      setDoing(null);
      setReason("");
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
          onChange={(role) => filter("role", role)}
        />
        <SortSelect columns={userSorts} sort={state.sort} onSort={(sort) => change({ sort })} />
        <CsvLink href={`/api/admin/users/export?${new URLSearchParams(listed)}`} />
      </Toolbar>
      <BulkDelete
        texts={text}
        most={adminLimits.maxBulk}
        selected={selected}
        nameOf={userTitle}
        onRemove={(ids, why) =>
          write(api("POST /api/admin/users/bulk-delete", { body: { ids, reason: why } }, slow))
        }
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
              renderCard={(user) => <UserCard user={user} onDo={setDoing} />}
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
        onCancel={() => {
          setDoing(null);
          setReason("");
        }}
      >
        <ReasonField value={reason} onChange={(event) => setReason(event.target.value)} />
      </ConfirmDialog>
    </div>
  );
}

/** Five hundred deletions take their time. */
const slow = { timeoutMs: 60_000 };

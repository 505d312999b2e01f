import { adminRoleLabel } from "#domain/account/admin-role.ts";
import type { AdminProfile } from "#domain/account/managed-person.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { Button } from "#web/ui/button.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";

type RowActions = { onChange: (admin: AdminProfile) => void; onRemove: (admin: AdminProfile) => void };

/** With deeds the table has an owner's column of buttons. */
export function peopleColumns(
  ownId: Id | undefined,
  actions: RowActions | null,
): DataTableColumn<AdminProfile>[] {
  const columns: DataTableColumn<AdminProfile>[] = [
    {
      id: "name",
      header: "Name",
      text: displayName,
      cell: (row) => (
        <>
          {displayName(row)}
          {row.userProfileId === ownId ? <span className="font-normal text-ink-faint"> (you)</span> : null}
        </>
      ),
      isWide: true,
      card: "title",
    },
    {
      id: "email",
      header: "Email",
      text: (row) => row.email,
      cell: (row) => <span className="text-ink-soft">{row.email}</span>,
      card: "number",
    },
    { id: "adminRole", header: "Role", text: (row) => adminRoleLabel(row.adminRole), card: "corner" },
  ];
  if (actions === null) return columns;
  return [
    ...columns,
    {
      id: "actions",
      header: "Actions",
      isHeaderHidden: true,
      text: () => null,
      isControls: true,
      card: "action",
      cell: (row) => (
        <span className="inline-flex gap-2">
          <Button size="sm" onClick={() => actions.onChange(row)}>
            Change role<span className="sr-only"> of {displayName(row)}</span>
          </Button>
          <Button size="sm" tone="quiet" onClick={() => actions.onRemove(row)}>
            Remove<span className="sr-only"> {displayName(row)}</span>
          </Button>
        </span>
      ),
    },
  ];
}

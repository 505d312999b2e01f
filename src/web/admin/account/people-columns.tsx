import type { AdminProfile } from "#domain/account/admin-profile.ts";
import { adminRoleLabel } from "#domain/account/admin-role.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { Button } from "#web/ui/button.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";

/** With `onChange` the table has an owner's column for changing roles. */
export function peopleColumns(
  ownId: Id | undefined,
  onChange: ((admin: AdminProfile) => void) | null,
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
  if (onChange === null) return columns;
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
        <Button size="sm" onClick={() => onChange(row)}>
          Change role<span className="sr-only"> of {displayName(row)}</span>
        </Button>
      ),
    },
  ];
}

import type { Id } from "#domain/id.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import type { PermissionRow } from "./permission-rows.ts";

/** With `onRemove` the table has an Actions column. */
export function permissionColumns(
  ownUserId: Id,
  onRemove: ((row: PermissionRow) => void) | null,
): DataTableColumn<PermissionRow>[] {
  const columns: DataTableColumn<PermissionRow>[] = [
    {
      id: "userName",
      header: "User name",
      text: (row) => (row.isPending ? `${row.userName} PENDING` : row.userName),
      cell: (row) => <UserName row={row} isOwn={row.userId === ownUserId} />,
      isWide: true,
      card: "title",
    },
    {
      id: "email",
      header: "Email",
      text: (row) => row.email,
      cell: (row) => <span className="text-ink-soft">{row.email}</span>,
    },
    { id: "permissionType", header: "Type", text: (row) => row.permissionType.toUpperCase() },
  ];
  if (onRemove === null) return columns;
  return [
    ...columns,
    {
      id: "actions",
      header: "Actions",
      text: () => null,
      cell: (row) => <Actions row={row} onRemove={() => onRemove(row)} />,
      isControls: true,
    },
  ];
}

function UserName({ row, isOwn }: { row: PermissionRow; isOwn: boolean }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span>
        {row.userName}
        {isOwn ? <span className="font-normal text-ink-faint"> (you)</span> : null}
      </span>
      {row.isPending ? <Badge status="PENDING" /> : null}
    </span>
  );
}

function Actions({ row, onRemove }: { row: PermissionRow; onRemove: () => void }) {
  if (row.isPending) {
    return (
      <Button size="sm" disabled>
        Pending
      </Button>
    );
  }
  return (
    <Button size="sm" onClick={onRemove}>
      Remove<span className="sr-only"> {row.userName}</span>
    </Button>
  );
}

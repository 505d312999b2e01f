import { useState } from "react";
import { listAllOrganizations } from "#contract/admin/organizations.ts";
import type { ListedOrganization } from "#domain/organizations/managed-organization.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { RowSelectionContext, selectionColumn, useRowSelection } from "#web/ui/data-table/row-selection.tsx";
import { dateColumn, statusColumn } from "#web/ui/data-table/usual-columns.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { organizationPath, REQUESTS_PATH } from "../ui/paths.ts";
import { ActivateBar } from "./activate-bar.tsx";
import { ClientDialog } from "./client-dialog.tsx";

const EVERY_ORGANIZATION = {};
const STATUS_LABELS = { ACTIVE: "Active", INACTIVE: "Inactive" } as const;

const COLUMNS: readonly DataTableColumn<ListedOrganization>[] = [
  {
    id: "organizationName",
    header: "Name",
    text: (row) => row.organizationName,
    isWide: true,
    cardSlot: "title",
  },
  { ...amountColumn("members", "Members"), isExtra: true },
  amountColumn("requests", "Requests"),
  amountColumn("openDocuments", "Open documents"),
  dateColumn({ id: "createdAt", header: "Created" }, (row) => row.createdAt),
  statusColumn({ id: "status", header: "Status" }, STATUS_LABELS, (row) => row.status),
];

function amountColumn(
  id: "members" | "requests" | "openDocuments",
  header: string,
): DataTableColumn<ListedOrganization> {
  return {
    id,
    header,
    text: (row) => row[id],
    sortKey: (row) => row[id],
    cell: (row) => (
      <span className={row[id] === 0 ? "text-ink-faint tabular-nums" : "tabular-nums"}>{row[id]}</span>
    ),
    isMoney: true,
  };
}

const organizationIdOf = (row: ListedOrganization) => row.organizationId;

/** With checkboxes, for owners, who make several active together. */
const SELECTABLE_COLUMNS: readonly DataTableColumn<ListedOrganization>[] = [
  selectionColumn({
    idOf: organizationIdOf,
    nameOf: (row) => row.organizationName,
    isSelectable: (row) => row.status === "INACTIVE",
    cardSlot: "action",
  }),
  ...COLUMNS,
];

export function OrganizationsPage() {
  const mayChange = useMayActAs("editor");
  const isOwner = useMayActAs("owner");
  const { selected, selection, clear } = useRowSelection(organizationIdOf);
  const navigate = useNavigate();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Screen
      title="Organizations"
      intro="The clients of this portal. An organization's people see its documents once it is active."
      actions={
        <>
          <ButtonLink to={REQUESTS_PATH}>Requests</ButtonLink>
          {mayChange ? (
            <>
              <ButtonLink to="/organizations/import">Import</ButtonLink>
              <Button tone="primary" onClick={() => setIsAdding(true)}>
                Add organization
              </Button>
            </>
          ) : null}
        </>
      }
    >
      <RowSelectionContext value={selection}>
        <ListTable
          what={listAllOrganizations}
          query={EVERY_ORGANIZATION}
          label="Organizations"
          columns={isOwner ? SELECTABLE_COLUMNS : COLUMNS}
          getRowId={organizationIdOf}
          rowHref={(row) => organizationPath(row.organizationId)}
          usualOrder="Newest first"
          emptyHint="The organizations you work for appear here. Add the first one."
          failureText="We were unable to fetch the organizations."
        />
      </RowSelectionContext>
      {isOwner ? <ActivateBar selected={selected} onClear={clear} /> : null}
      {isAdding ? (
        <ClientDialog
          hasContact={false}
          onClose={() => setIsAdding(false)}
          onAdded={({ organizationId }) => void navigate(organizationPath(organizationId))}
        />
      ) : null}
    </Screen>
  );
}

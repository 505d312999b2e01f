import { useMemo, useState } from "react";
import { getOrganization, listAllOrganizations } from "#contract/admin/organizations.ts";
import { listPeopleOfOrganization } from "#contract/admin/permissions.ts";
import type { ListedOrganization } from "#domain/organizations/managed-organization.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn, statusColumn } from "#web/ui/data-table/usual-columns.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { BulkSelection } from "../ui/bulk-selection.tsx";
import { organizationPath, REQUESTS_PATH } from "../ui/paths.ts";
import { useMayInvite } from "../ui/use-may-invite.ts";
import { ACTIVATE, DEACTIVATE, INVITE } from "./bulk-actions.tsx";
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
  { id: "ownerName", header: "Owner", text: (row) => row.ownerName, isExact: true, isExtra: true },
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

const nameOf = (row: ListedOrganization) => row.organizationName;

const STALE = [listAllOrganizations, getOrganization, listPeopleOfOrganization];

export function OrganizationsPage() {
  const mayChange = useMayActAs("editor");
  const mayInvite = useMayInvite();
  const actions = useMemo(
    () => (mayInvite ? [ACTIVATE, DEACTIVATE, INVITE] : [ACTIVATE, DEACTIVATE]),
    [mayInvite],
  );
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
      <BulkSelection
        label="organizations"
        idOf={organizationIdOf}
        nameOf={nameOf}
        columns={COLUMNS}
        actions={actions}
        stale={STALE}
      >
        {(columns) => (
          <ListTable
            what={listAllOrganizations}
            query={EVERY_ORGANIZATION}
            label="Organizations"
            columns={columns}
            getRowId={organizationIdOf}
            rowHref={(row) => organizationPath(row.organizationId)}
            usualOrder="Newest first"
            emptyHint="The organizations you work for appear here. Add them one by one, or import your clients."
            emptyAction={
              mayChange ? (
                <>
                  <Button tone="primary" onClick={() => setIsAdding(true)}>
                    Add the first organization
                  </Button>
                  <ButtonLink to="/organizations/import">Import clients</ButtonLink>
                </>
              ) : null
            }
            failureText="We were unable to fetch the organizations."
          />
        )}
      </BulkSelection>
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

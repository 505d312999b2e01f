import { listAllRequests } from "#contract/admin/permissions.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { type ManagedRequest, PERMISSION_LABELS } from "#domain/permissions/managed-people.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { Badge } from "#web/ui/badge.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { controlsColumn, dateColumn, emailColumn, namesColumn } from "#web/ui/data-table/usual-columns.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { ORGANIZATIONS_PATH, organizationPath } from "../ui/paths.ts";

const EVERY_REQUEST = {};

const COLUMNS: readonly DataTableColumn<ManagedRequest>[] = [
  {
    id: "name",
    header: "Name",
    text: (row) => displayName(row.userDetails),
    isWide: true,
    cardSlot: "title",
  },
  emailColumn((row) => row.userDetails.email),
  namesColumn({ id: "organizationName", header: "Organization" }, (row) => row.organizationName),
  controlsColumn({ id: "right", header: "Access", cell: (row) => PERMISSION_LABELS[row.permissionType] }),
  { ...dateColumn({ id: "requestedAt", header: "Requested" }, (row) => row.requestedAt), isExtra: true },
  controlsColumn({
    id: "state",
    header: "State",
    cardSlot: "corner",
    cell: (row) => <Badge status="PENDING" label={row.isGranted ? "INVITED" : "PENDING"} />,
  }),
];

/** /admin/requests: the requests for new people of all organizations. */
export function RequestsPage() {
  return (
    <Screen
      title="Requests"
      eyebrow={<TextLink to={ORGANIZATIONS_PATH}>Organizations</TextLink>}
      intro="People your clients have asked you to add. Open a request to answer it."
    >
      <ListTable
        what={listAllRequests}
        query={EVERY_REQUEST}
        label="Requests"
        columns={COLUMNS}
        getRowId={(row) => row.organizationPermissionRequestId}
        rowHref={(row) => `${organizationPath(row.organizationId)}?tab=People`}
        usualOrder="Newest first"
        emptyHint="When a client asks for a new person, the request appears here."
        failureText="We were unable to fetch the requests."
      />
    </Screen>
  );
}

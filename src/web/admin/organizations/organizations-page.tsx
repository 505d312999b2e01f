import { useMemo, useState } from "react";
import {
  deactivateOrganization,
  getOrganization,
  listAllOrganizations,
  verifyOrganization,
} from "#contract/admin/organizations.ts";
import { inviteMember, listPeopleOfOrganization } from "#contract/admin/permissions.ts";
import type { ListedOrganization } from "#domain/organizations/managed-organization.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn, statusColumn } from "#web/ui/data-table/usual-columns.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { type BulkAction, RowRefused } from "../ui/bulk-run.ts";
import { BulkSelection } from "../ui/bulk-selection.tsx";
import { organizationPath, REQUESTS_PATH } from "../ui/paths.ts";
import { useMayInvite } from "../ui/use-may-invite.ts";
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

const ACTIVATE: BulkAction<ListedOrganization> = {
  label: "Make active",
  who: "owner",
  isFor: (row) => row.status === "INACTIVE",
  confirm: (rows) => ({
    title: `Make ${countOf(rows)} active?`,
    text: `Their people can then see their documents, work orders and invoices. ${describeAudience(rows)}`,
  }),
  run: ({ organizationId }) => call(verifyOrganization, { params: { id: organizationId } }),
  done: "is active now",
};

const DEACTIVATE: BulkAction<ListedOrganization> = {
  label: "Deactivate",
  who: "owner",
  isFor: (row) => row.status === "ACTIVE",
  confirm: (rows) => ({
    title: `Deactivate ${countOf(rows)}?`,
    text: "Their members can open only their dashboard and profile until you make them active again. An organization with documents that wait for its decision is left as it is.",
    tone: "danger",
    asksReason: true,
  }),
  // Without a look at its open documents, an organization that has some is refused.
  run: ({ organizationId }, reason) =>
    call(deactivateOrganization, {
      params: { id: organizationId },
      body: { reason, openDocumentIds: [] },
    }),
  done: "is inactive now",
};

const INVITE: BulkAction<ListedOrganization> = {
  label: "Invite billing contacts",
  who: "editor",
  confirm: (rows) => ({
    title: `Invite the billing contacts of ${countOf(rows)}?`,
    text: "Each gets an email with a link, and may read. Who has access or an invitation already gets none.",
  }),
  run: inviteBillingContact,
  done: "its billing contact is invited",
};

/** Invites the billing contact in the details of an organization, as if a person typed it. */
async function inviteBillingContact({ organizationId }: ListedOrganization): Promise<void> {
  const params = { id: organizationId };
  const { details } = await call(getOrganization, { params });
  const { billingContact, billingEmail } = details;
  if (billingContact === null || billingEmail === null)
    throw new RowRefused("its details have no billing contact with an email");
  const { invitations } = await call(listPeopleOfOrganization, { params });
  if (invitations.some(({ email }) => email?.toLowerCase() === billingEmail.toLowerCase()))
    throw new RowRefused("its billing contact is invited already");
  const [firstName = "", ...others] = billingContact.split(/\s+/);
  const userDetails = { email: billingEmail, firstName, lastName: others.join(" ") };
  await call(inviteMember, { params, body: { userDetails, permissionType: "read" } });
}

function countOf(rows: readonly unknown[]): string {
  return rows.length === 1 ? "1 organization" : `${rows.length} organizations`;
}

function describeAudience(rows: readonly ListedOrganization[]): string {
  const members = rows.reduce((sum, row) => sum + row.members, 0);
  if (members === 0) return "They have no members yet, so no email is sent.";
  return members === 1 ? "1 member gets an email." : `${members} members get an email.`;
}

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
            emptyHint="The organizations you work for appear here. Add the first one, or import your clients."
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

import { z } from "zod";
import {
  deactivateOrganization,
  getOrganization,
  verifyOrganization,
} from "#contract/admin/organizations.ts";
import { inviteMember, listPeopleOfOrganization } from "#contract/admin/permissions.ts";
import { DeactivationReason, type ListedOrganization } from "#domain/organizations/managed-organization.ts";
import { call } from "#web/lib/call.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { type BulkAction, type BulkDialogProps, RowRefused } from "../ui/bulk-run.ts";
import { useSchemaForm } from "../ui/use-schema-form.ts";

export const ACTIVATE: BulkAction<ListedOrganization> = {
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

export const DEACTIVATE: BulkAction<ListedOrganization> = {
  label: "Deactivate",
  who: "owner",
  isFor: (row) => row.status === "ACTIVE",
  dialog: DeactivateDialog,
  // Without a look at its open documents, an organization that has some is refused.
  run: ({ organizationId }, reason) =>
    call(deactivateOrganization, {
      params: { id: organizationId },
      body: { reason, openDocumentIds: [] },
    }),
  done: "is inactive now",
};

export const INVITE: BulkAction<ListedOrganization> = {
  label: "Invite billing contacts",
  who: "editor",
  confirm: (rows) => ({
    title: `Invite the billing contacts of ${countOf(rows)}?`,
    text: "Each gets an email with a link, and may read. People who already have access or an invitation get none.",
  }),
  run: inviteBillingContact,
  done: "its billing contact is invited",
};

function DeactivateDialog({ rows, onAnswer, onClose }: BulkDialogProps<ListedOrganization>) {
  const form = useSchemaForm({
    schema: z.object({ reason: DeactivationReason }),
    values: { reason: "" },
    save: async ({ reason }) => onAnswer(reason),
  });
  return (
    <FormDialog
      form={form}
      title={`Deactivate ${countOf(rows)}?`}
      description="Their members can open only their dashboard and profile until you make them active again. They don't see the reason. An organization with documents that wait for its decision is left as it is."
      action="Deactivate"
      tone="danger"
      onClose={onClose}
    >
      <TextField
        isLong
        label="Reason"
        hint="Only your colleagues see it."
        maxLength={500}
        form={form}
        name="reason"
      />
    </FormDialog>
  );
}

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

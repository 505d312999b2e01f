import { useState } from "react";
import { z } from "zod";
import { inviteMember } from "#contract/admin/permissions.ts";
import type { ListedPerson } from "#domain/account/managed-person.ts";
import { call } from "#web/lib/call.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import type { BulkAction, BulkDialogProps } from "../ui/bulk-run.ts";
import { ChoiceField } from "../ui/choice-field.tsx";
import type { ComboChoice } from "../ui/combo-field.tsx";
import { useSchemaForm } from "../ui/use-schema-form.ts";

/** Invites several people to one organization, to read. */
export const INVITE_PEOPLE: readonly BulkAction<ListedPerson>[] = [
  {
    label: "Invite to an organization",
    who: "editor",
    dialog: InviteDialog,
    run: ({ email, firstName, lastName }, id) =>
      call(inviteMember, {
        params: { id },
        body: { userDetails: { email, firstName, lastName }, permissionType: "read" },
      }),
    done: "is invited",
  },
];

const Chosen = z.object({ organizationId: z.string().min(1, "Please choose an organization") });

function InviteDialog({ rows, onAnswer, onClose }: BulkDialogProps<ListedPerson>) {
  const [organization, setOrganization] = useState<ComboChoice | null>(null);
  const form = useSchemaForm({
    schema: Chosen,
    values: { organizationId: "" },
    save: async ({ organizationId }) => onAnswer(organizationId),
  });
  return (
    <FormDialog
      form={form}
      title={rows.length === 1 ? "Invite 1 person?" : `Invite ${rows.length} people?`}
      description="Each gets an email with a link, and can read. We'll list those who already belong to the organization."
      action="Invite"
      onClose={onClose}
    >
      <ChoiceField
        of="organization"
        label="Organization"
        value={organization}
        onChange={(choice) => {
          setOrganization(choice);
          form.setValue("organizationId", choice?.id ?? "", { shouldDirty: true, shouldValidate: true });
        }}
        error={form.formState.errors.organizationId?.message}
      />
    </FormDialog>
  );
}

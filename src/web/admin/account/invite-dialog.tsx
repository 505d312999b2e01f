import { z } from "zod";
import { inviteAdmin, listCompanyInvitations } from "#contract/admin/people.ts";
import { AdminRole } from "#domain/account/admin-role.ts";
import { Email } from "#domain/account/user-profile.ts";
import { INVITATION_DAYS } from "#domain/invitations/invitation.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { BRAND } from "#web/lib/brand.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { ChoiceCards } from "#web/ui/choice-cards.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { ROLE_CHOICES } from "./change-role-dialog.tsx";

const InviteForm = z.strictObject({
  email: z.string().trim().pipe(Email.min(1, "Please enter an email")),
  adminRole: AdminRole,
});

/** Invites a person by mail to work for the company. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const cached = useCached();
  const form = useSchemaForm({
    schema: InviteForm,
    values: { email: "", adminRole: "viewer" as const },
    async save(body) {
      await call(inviteAdmin, { body });
      showToast({ title: "Invitation sent", text: body.email });
      void cached.refetch(listCompanyInvitations);
      onClose();
    },
  });

  return (
    <FormDialog
      form={form}
      title="Invite a person"
      description={`They get a mail with a link to join ${BRAND.companyName} here. It works once, for ${INVITATION_DAYS} days.`}
      action="Send invitation"
      failureTitle="No invitation was sent"
      onClose={onClose}
    >
      <TextField label="Email" type="email" autoComplete="off" form={form} name="email" />
      <ChoiceCards legend="Role" choices={ROLE_CHOICES} inputProps={() => form.register("adminRole")} />
    </FormDialog>
  );
}

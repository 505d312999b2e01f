import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { inviteAdmin, listCompanyInvitations } from "#contract/admin/people.ts";
import { AdminRole } from "#domain/account/admin-role.ts";
import { Email } from "#domain/account/user-profile.ts";
import { INVITATION_DAYS } from "#domain/invitations/invitation.ts";
import { BRAND } from "#web/lib/brand.ts";
import { call } from "#web/lib/call.ts";
import { fieldOf } from "#web/lib/field-of.ts";
import { useCached } from "#web/lib/use-call.ts";
import { ChoiceCards } from "#web/ui/choice-cards.tsx";
import { Field } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { ROLE_CHOICES } from "./role-choices.ts";

const InviteForm = z.strictObject({
  email: z.string().trim().pipe(Email.min(1, "Please enter an email")),
  adminRole: AdminRole,
});

/** Invites a person by mail to work for the company. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const cached = useCached();
  const { register, handleSubmit, formState } = useForm({
    mode: "onTouched",
    resolver: zodResolver(InviteForm),
    defaultValues: { email: "", adminRole: "viewer" as const },
  });
  const { errors } = formState;

  const submit = handleSubmit(async (body) => {
    await call(inviteAdmin, { body });
    showToast({ title: "Invitation sent", text: body.email });
    void cached.refetch(listCompanyInvitations);
    onClose();
  });

  return (
    <FormDialog
      title="Invite a person"
      description={`They get a mail with a link to join ${BRAND.companyName} here. It works once, for ${INVITATION_DAYS} days.`}
      action="Send invitation"
      failureTitle="No invitation was sent"
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Email" type="email" autoComplete="off" {...fieldOf(register, errors, "email")} />
      <ChoiceCards legend="Role" choices={ROLE_CHOICES} inputProps={() => register("adminRole")} />
    </FormDialog>
  );
}

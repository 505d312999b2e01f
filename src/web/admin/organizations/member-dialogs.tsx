import { type ComponentProps, useState } from "react";
import { FormProvider, useFormContext } from "react-hook-form";
import { z } from "zod";
import { changePermission, endPermission, inviteMember } from "#contract/admin/permissions.ts";
import { displayName, Email, lastName, personName } from "#domain/account/user-profile.ts";
import type { ManagedOrganization } from "#domain/organizations/managed-organization.ts";
import {
  type ManagedMember,
  PERMISSION_LABELS,
  type PeopleOfOrganization,
} from "#domain/permissions/managed-people.ts";
import { PermissionType } from "#domain/permissions/organization-permission.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { ChoiceCards } from "#web/ui/choice-cards.tsx";
import { ConfirmDialog, FormDialog } from "#web/ui/form-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";

type MemberDialogProps = {
  organization: ManagedOrganization;
  member: ManagedMember;
  isLastWriter: boolean;
  onClose: () => void;
  onChanged: (people: PeopleOfOrganization) => void;
};

export function MemberDialog({ organization, member, isLastWriter, onClose, onChanged }: MemberDialogProps) {
  const { organizationName } = organization;
  const [right, setRight] = useState(member.permissionType);
  const [isRemoving, setIsRemoving] = useState(false);
  const name = displayName(member);
  const params = { id: member.organizationPermissionId };
  const losesWriter = isLastWriter && (isRemoving || right === "read");

  async function save() {
    onChanged(
      isRemoving
        ? await call(endPermission, { params })
        : await call(changePermission, { params, body: { permissionType: right } }),
    );
    const text = isRemoving
      ? `${name} no longer belongs to ${organizationName}.`
      : `${name}: ${PERMISSION_LABELS[right].toLowerCase()}.`;
    showToast({ title: isRemoving ? "Member removed" : "Access changed", text });
    onClose();
  }

  return (
    <ConfirmDialog
      title={isRemoving ? `Remove ${name}?` : `Access of ${name}`}
      description={
        isRemoving
          ? `They lose access to ${organizationName} from their next click. What they accepted and signed stays.`
          : "The new access applies from their next click."
      }
      action={isRemoving ? "Remove" : "Change access"}
      tone={isRemoving ? "danger" : "primary"}
      isDisabled={!isRemoving && right === member.permissionType}
      back={isRemoving ? { label: "Back", onPress: () => setIsRemoving(false) } : undefined}
      other={isRemoving ? undefined : { label: "Remove", onPress: () => setIsRemoving(true) }}
      onSubmit={save}
      onClose={onClose}
    >
      {isRemoving ? null : (
        <RightChoice
          inputProps={(value) => ({
            name: "permissionType",
            checked: value === right,
            onChange: () => setRight(value),
          })}
        />
      )}
      {losesWriter ? (
        <Notice tone="warning">No other member can accept for {organizationName} at the moment.</Notice>
      ) : null}
    </ConfirmDialog>
  );
}

const CHOICES = [
  { value: "read", label: "Can read", meaning: "Sees documents, work orders and invoices" },
  { value: "write", label: "Can read and accept", meaning: "Also accepts and declines for the organization" },
] as const;

function RightChoice({ inputProps }: { inputProps: (value: PermissionType) => ComponentProps<"input"> }) {
  return <ChoiceCards legend="Access" choices={CHOICES} inputProps={inputProps} isRow />;
}

export const ContactForm = z.strictObject({
  firstName: personName("Please enter a first name"),
  lastName: lastName(),
  email: Email,
  permissionType: PermissionType,
});

export const EMPTY_CONTACT: z.input<typeof ContactForm> = {
  firstName: "",
  lastName: "",
  email: "",
  permissionType: "read",
};

type InviteMemberDialogProps = {
  organization: ManagedOrganization;
  onClose: () => void;
  onInvited: (people: PeopleOfOrganization) => void;
};

export function InviteMemberDialog({ organization, onClose, onInvited }: InviteMemberDialogProps) {
  const { organizationId, organizationName } = organization;
  const form = useSchemaForm({
    schema: ContactForm,
    values: EMPTY_CONTACT,
    async save({ permissionType, ...userDetails }) {
      const params = { id: organizationId };
      onInvited(await call(inviteMember, { params, body: { userDetails, permissionType } }));
      showToast({ title: "Invitation sent", text: userDetails.email });
      onClose();
    },
  });

  return (
    <FormDialog
      form={form}
      title={`Invite a person to ${organizationName}`}
      description="They get an email with a link that works once, for a week."
      action="Send invitation"
      failureTitle="No invitation was sent"
      onClose={onClose}
    >
      <FormProvider {...form}>
        <PersonFields />
      </FormProvider>
    </FormDialog>
  );
}

/** The fields of an invited person, in a form that has a contact's fields. */
export function PersonFields() {
  const form = useFormContext<z.input<typeof ContactForm>>();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" autoComplete="off" form={form} name="firstName" />
        <TextField
          label="Last name"
          autoComplete="off"
          hint="Leave empty for a person with one name"
          form={form}
          name="lastName"
        />
      </div>
      <TextField label="Email" type="email" autoComplete="off" form={form} name="email" />
      <RightChoice inputProps={() => form.register("permissionType")} />
    </>
  );
}

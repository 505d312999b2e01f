import { type ComponentProps, useState } from "react";
import { changePermission, endPermission } from "#contract/admin/permissions.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { ManagedOrganization } from "#domain/organizations/managed-organization.ts";
import {
  type ManagedMember,
  PERMISSION_LABELS,
  type PeopleOfOrganization,
} from "#domain/permissions/managed-people.ts";
import type { PermissionType } from "#domain/permissions/organization-permission.ts";
import { call } from "#web/lib/call.ts";
import { ChoiceCards } from "#web/ui/choice-cards.tsx";
import { ConfirmDialog } from "#web/ui/form-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toasts.tsx";

type MemberDialogProps = {
  organization: ManagedOrganization;
  member: ManagedMember;
  isLastWriter: boolean;
  onClose: () => void;
  onChanged: (people: PeopleOfOrganization) => void;
};

/** Changes a member's right, or removes them from the organization. */
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
    showToast({ title: isRemoving ? "Member removed" : "Right changed", text });
    onClose();
  }

  return (
    <ConfirmDialog
      title={isRemoving ? `Remove ${name}?` : `Right of ${name}`}
      description={
        isRemoving
          ? `They lose access to ${organizationName} from their next click. What they accepted and signed stays.`
          : "The new right applies from their next click."
      }
      action={isRemoving ? "Remove" : "Change right"}
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

/** The choice of a member's right. */
export function RightChoice({
  inputProps,
}: {
  inputProps: (value: PermissionType) => ComponentProps<"input">;
}) {
  return <ChoiceCards legend="Right" choices={CHOICES} inputProps={inputProps} isRow />;
}

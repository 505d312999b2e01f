import { findEmailFault } from "#domain/account/email-address.ts";
import { fullName } from "#domain/account/user-profile.ts";
import type { PermissionType } from "#domain/permissions/organization-permission.ts";
import { ChoiceCards } from "#web/ui/choice-cards.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { useRecordForm } from "#web/ui/record-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";

type NewUser = {
  userDetails: { email: string; firstName: string; lastName: string };
  permissionType: PermissionType;
};

type AddUserDialogProps = {
  onClose: () => void;
  /** Throws if the request failed: the dialog stays open with the typed text. */
  onAdd: (user: NewUser) => Promise<void>;
};

const EMPTY = { firstName: "", lastName: "", email: "", permissionType: "read" as PermissionType };

const NAME_RULES = { maxLength: { value: 100, message: "At most 100 characters" } };
const CHOICES: { value: PermissionType; label: string; meaning: string }[] = [
  { value: "read", label: "Read", meaning: "Sees documents, work orders and invoices" },
  { value: "write", label: "Write", meaning: "Can also accept documents and manage people" },
];

export function AddUserDialog({ onClose, onAdd }: AddUserDialogProps) {
  const form = useRecordForm({
    values: EMPTY,
    async save({ permissionType, ...typed }) {
      const userDetails = {
        firstName: typed.firstName.trim(),
        lastName: typed.lastName.trim(),
        email: typed.email.trim(),
      };
      await onAdd({ userDetails, permissionType });
      showToast({
        title: "Request sent",
        text: `We'll review ${fullName(userDetails)}'s access shortly.`,
      });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Add User"
      description="We review each request before giving access."
      action="Add"
      isDisabled={!form.formState.isValid}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="First Name"
          form={form}
          name="firstName"
          rules={{ ...NAME_RULES, validate: (text) => text.trim() !== "" || "Please enter a first name" }}
        />
        <TextField
          label="Last Name"
          hint="Leave empty for a person with one name"
          form={form}
          name="lastName"
          rules={NAME_RULES}
        />
      </div>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        form={form}
        name="email"
        rules={{ validate: (text) => findEmailFault(text, "Please enter an email address") ?? true }}
      />
      <ChoiceCards
        legend="Permission Type"
        choices={CHOICES}
        inputProps={() => form.register("permissionType")}
        isRow
      />
    </FormDialog>
  );
}

import { FormProvider, useWatch } from "react-hook-form";
import { z } from "zod";
import {
  addClient,
  addOrganization,
  getOrganization,
  listAllOrganizations,
} from "#contract/admin/organizations.ts";
import { type ManagedOrganization, OrganizationName } from "#domain/organizations/managed-organization.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { ContactForm, EMPTY_CONTACT, PersonFields } from "./member-dialogs.tsx";
import { useNamesake } from "./name-dialog.tsx";

const ClientForm = ContactForm.extend({
  organizationName: OrganizationName,
  hasContact: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
}).superRefine(({ organizationName: _, hasContact, ...contact }, context) => {
  if (!hasContact) return;
  for (const { path, message } of ContactForm.safeParse(contact).error?.issues ?? []) {
    context.addIssue({ code: "custom", path, message });
  }
});

type ClientDialogProps = {
  /** Whether the fields of a contact are shown from the beginning. */
  hasContact: boolean;
  onClose: () => void;
  onAdded: (organization: ManagedOrganization) => void;
};

/** Adds an organization; an owner invites its first person at once, and it is active then. */
export function ClientDialog({ hasContact, onClose, onAdded }: ClientDialogProps) {
  const cached = useCached();
  const isOwner = useMayActAs("owner");
  const { explain, openNamesake } = useNamesake();
  const form = useSchemaForm({
    schema: ClientForm,
    // The first person of a client is usually the one who accepts.
    values: {
      organizationName: "",
      hasContact: hasContact && isOwner,
      ...EMPTY_CONTACT,
      permissionType: "write",
    },
    async save({ organizationName, hasContact: isInviting, permissionType, ...userDetails }) {
      const added = isInviting
        ? await call(addClient, { body: { organizationName, contact: { userDetails, permissionType } } })
        : await call(addOrganization, { body: { organizationName } });
      await cached.replace(getOrganization, { params: { id: added.organizationId } }, added);
      const text = isInviting ? `${organizationName}. ${userDetails.email} is invited.` : organizationName;
      showToast({ title: "Organization added", text });
      void cached.refetch(listAllOrganizations);
      onClose();
      onAdded(added);
    },
    explain,
  });
  const isInviting = useWatch({ control: form.control, name: "hasContact" });

  return (
    <FormDialog
      form={form}
      title="Add organization"
      description={
        isInviting
          ? "The organization is active at once, and its contact gets an email with a link that works for a week."
          : "No email is sent yet. Add its people next, then make the organization active."
      }
      action={isInviting ? "Add and invite" : "Add"}
      other={openNamesake}
      failureTitle="The organization wasn't saved"
      onClose={onClose}
    >
      <TextField label="Name" autoComplete="off" form={form} name="organizationName" />
      {isOwner ? (
        <Checkbox label="Invite its contact and make it active" {...form.register("hasContact")} />
      ) : null}
      {isInviting ? (
        <FormProvider {...form}>
          <PersonFields />
        </FormProvider>
      ) : null}
    </FormDialog>
  );
}

import { useState } from "react";
import { z } from "zod";
import { getOrganization, listAllOrganizations, renameOrganization } from "#contract/admin/organizations.ts";
import { type ManagedOrganization, OrganizationName } from "#domain/organizations/managed-organization.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached } from "#web/lib/use-call.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { organizationPath } from "../ui/paths.ts";

const NameForm = z.strictObject({ organizationName: OrganizationName });

type NameDialogProps = { organization: ManagedOrganization; onClose: () => void };

export function NameDialog({ organization, onClose }: NameDialogProps) {
  const cached = useCached();
  const { explain, openNamesake } = useNamesake();
  const form = useSchemaForm({
    schema: NameForm,
    values: { organizationName: organization.organizationName },
    recordVersion: organization.recordVersion,
    async save({ organizationName }, recordVersion) {
      const params = { id: organization.organizationId };
      const saved = await call(renameOrganization, { params, body: { organizationName, recordVersion } });
      await cached.replace(getOrganization, { params }, saved);
      showToast({ title: "Name changed", text: organizationName });
      void cached.refetch(listAllOrganizations);
      onClose();
    },
    subject: "this organization",
    explain,
  });

  return (
    <FormDialog
      form={form}
      title="Change name"
      description="Accepted documents and signatures keep the name used at the time."
      action="Save"
      other={openNamesake}
      failureTitle="The organization wasn't saved"
      onClose={onClose}
    >
      <TextField label="Name" autoComplete="off" form={form} name="organizationName" />
    </FormDialog>
  );
}

/** The way to the organization that has a name already, once a form was refused for it. */
export function useNamesake() {
  const navigate = useNavigate();
  const [id, setId] = useState<string | null>(null);
  return {
    explain(error: unknown): null {
      const isSameName = error instanceof ApiError && error.details.reason === "same-name";
      setId(isSameName ? String(error.details.organizationId) : null);
      return null;
    },
    openNamesake:
      id === null
        ? null
        : { label: "Open the other one", onPress: () => void navigate(organizationPath(id)) },
  };
}

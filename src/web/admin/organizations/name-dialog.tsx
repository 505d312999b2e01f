import { useState } from "react";
import { z } from "zod";
import {
  addOrganization,
  getOrganization,
  listAllOrganizations,
  renameOrganization,
} from "#contract/admin/organizations.ts";
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

type NameDialogProps = {
  /** Null to add a new organization. */
  organization: ManagedOrganization | null;
  onClose: () => void;
  onSaved?: (organization: ManagedOrganization) => void;
};

export function NameDialog({ organization, onClose, onSaved }: NameDialogProps) {
  const cached = useCached();
  const navigate = useNavigate();
  const [namesakeId, setNamesakeId] = useState<string | null>(null);
  const form = useSchemaForm({
    schema: NameForm,
    values: { organizationName: organization?.organizationName ?? "" },
    recordVersion: organization?.recordVersion,
    async save({ organizationName }, recordVersion) {
      const saved = organization
        ? await call(renameOrganization, {
            params: { id: organization.organizationId },
            body: { organizationName, recordVersion },
          })
        : await call(addOrganization, { body: { organizationName } });
      await cached.replace(getOrganization, { params: { id: saved.organizationId } }, saved);
      showToast({ title: organization ? "Name changed" : "Organization added", text: organizationName });
      void cached.refetch(listAllOrganizations);
      onClose();
      onSaved?.(saved);
    },
    subject: "this organization",
    explain(error) {
      setNamesakeId(namesakeOf(error));
      return null;
    },
  });

  return (
    <FormDialog
      form={form}
      title={organization ? "Change name" : "Add organization"}
      description={
        organization
          ? "Accepted documents and signatures keep the name used at the time."
          : "No email is sent yet. Add its people next, then make the organization active."
      }
      action={organization ? "Save" : "Add"}
      other={
        namesakeId === null
          ? null
          : { label: "Open the other one", onPress: () => void navigate(organizationPath(namesakeId)) }
      }
      failureTitle="The organization was not saved"
      onClose={onClose}
    >
      <TextField label="Name" autoComplete="off" form={form} name="organizationName" />
    </FormDialog>
  );
}

/** The organization that has the name already, if that is why it was refused. */
function namesakeOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.details.reason !== "same-name") return null;
  return String(error.details.organizationId);
}

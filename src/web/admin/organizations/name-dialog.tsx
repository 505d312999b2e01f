import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import {
  addOrganization,
  getOrganization,
  listAllOrganizations,
  renameOrganization,
} from "#contract/admin/organizations.ts";
import { type ManagedOrganization, OrganizationName } from "#domain/organizations/managed-organization.ts";
import { changedVersion } from "#web/admin/ui/say-changed.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";
import { fieldOf } from "#web/lib/field-of.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Field } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { organizationPath } from "../ui/organization-path.ts";

const NameForm = z.strictObject({ organizationName: OrganizationName });

type NameDialogProps = {
  /** Null to add a new organization. */
  organization: ManagedOrganization | null;
  onClose: () => void;
  onSaved?: (organization: ManagedOrganization) => void;
};

/** Adds an organization, or changes its name. */
export function NameDialog({ organization, onClose, onSaved }: NameDialogProps) {
  const cached = useCached();
  const navigate = useNavigate();
  const [namesakeId, setNamesakeId] = useState<string | null>(null);
  const [recordVersion, setRecordVersion] = useState(organization?.recordVersion);
  const { register, handleSubmit, formState } = useForm({
    mode: "onTouched",
    resolver: zodResolver(NameForm),
    defaultValues: { organizationName: organization?.organizationName ?? "" },
  });
  const { errors } = formState;

  const submit = handleSubmit(async ({ organizationName }) => {
    const saved = await save(organizationName).catch((error: unknown) => {
      setNamesakeId(namesakeOf(error));
      throw error;
    });
    await cached.replace(getOrganization, { params: { id: saved.organizationId } }, saved);
    showToast({ title: organization ? "Name changed" : "Organization added", text: organizationName });
    void cached.refetch(listAllOrganizations);
    onClose();
    onSaved?.(saved);
  });

  async function save(organizationName: string): Promise<ManagedOrganization> {
    if (!organization) return call(addOrganization, { body: { organizationName } });
    const params = { id: organization.organizationId };
    try {
      return await call(renameOrganization, { params, body: { organizationName, recordVersion } });
    } catch (error) {
      setRecordVersion(changedVersion(error) ?? recordVersion);
      throw error;
    }
  }

  return (
    <FormDialog
      title={organization ? "Change name" : "Add organization"}
      description={
        organization
          ? "Accepted documents and signatures keep the name of their day."
          : "Nobody is told yet. Add its people next, then make the organization active."
      }
      action={organization ? "Save" : "Add"}
      other={
        namesakeId === null
          ? null
          : { label: "Open the other one", onPress: () => void navigate(organizationPath(namesakeId)) }
      }
      failureTitle="The organization was not saved"
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" autoComplete="off" {...fieldOf(register, errors, "organizationName")} />
    </FormDialog>
  );
}

/** The organization that has the name already, if that is why it was refused. */
function namesakeOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.details.reason !== "same-name") return null;
  return String(error.details.organizationId);
}

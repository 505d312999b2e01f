import { useState } from "react";
import { z } from "zod";
import {
  deactivateOrganization,
  getOrganization,
  listAllOrganizations,
  verifyOrganization,
} from "#contract/admin/organizations.ts";
import { documentTypeLabel } from "#domain/documents/unique-document.ts";
import {
  DeactivationReason,
  type ManagedOrganization,
  OpenDocument,
} from "#domain/organizations/managed-organization.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog, FormDialog } from "#web/ui/form-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";

/** An owner's button that makes an organization active, or inactive after asking. */
export function StatusAction({ organization }: { organization: ManagedOrganization }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const isActive = organization.status === "ACTIVE";
  const StatusDialog = isActive ? DeactivateDialog : VerifyDialog;
  return (
    <>
      <Button tone={isActive ? "secondary" : "primary"} onClick={() => setIsConfirming(true)}>
        {isActive ? "Deactivate" : "Make active"}
      </Button>
      {isConfirming ? (
        <StatusDialog organization={organization} onClose={() => setIsConfirming(false)} />
      ) : null}
    </>
  );
}

type StatusDialogProps = { organization: ManagedOrganization; onClose: () => void };

function useSaved() {
  const cached = useCached();
  return async (saved: ManagedOrganization) => {
    await cached.replace(getOrganization, { params: { id: saved.organizationId } }, saved);
    void cached.refetch(listAllOrganizations);
  };
}

function VerifyDialog({ organization, onClose }: StatusDialogProps) {
  const { organizationId, organizationName, members } = organization;
  const onSaved = useSaved();

  async function verify() {
    await onSaved(await call(verifyOrganization, { params: { id: organizationId } }));
    showToast({ title: "Organization is active", text: organizationName });
    onClose();
  }

  return (
    <ConfirmDialog
      title={`Make ${organizationName} active?`}
      description={`Its people can then see its documents, work orders and invoices. ${describeAudience(members)}`}
      action="Make active"
      onSubmit={verify}
      onClose={onClose}
    />
  );
}

function describeAudience(members: number): string {
  if (members === 0) return "It has no members yet, so no email is sent.";
  return members === 1 ? "Its member gets an email." : `Its ${members} members get an email.`;
}

function DeactivateDialog({ organization, onClose }: StatusDialogProps) {
  const { organizationId, organizationName } = organization;
  const onSaved = useSaved();
  // Further documents may have been sent since the page was read. The server then names them.
  const [open, setOpen] = useState<readonly OpenDocument[]>(organization.openDocuments);
  const form = useSchemaForm({
    schema: z.object({ reason: DeactivationReason }),
    values: { reason: "" },
    async save({ reason }) {
      try {
        const openDocumentIds = open.map(({ uniqueDocumentId }) => uniqueDocumentId);
        const params = { id: organizationId };
        await onSaved(await call(deactivateOrganization, { params, body: { reason, openDocumentIds } }));
      } catch (error) {
        setOpen(openDocumentsNow(error) ?? open);
        throw error;
      }
      showToast({ title: "Organization deactivated", text: organizationName });
      onClose();
    },
  });

  return (
    <FormDialog
      form={form}
      title={`Deactivate ${organizationName}?`}
      description="Until you make it active again, its members read only what they accepted and their invoices. They don't see the reason."
      action="Deactivate"
      tone="danger"
      onClose={onClose}
    >
      {open.length > 0 ? <OpenDocuments documents={open} /> : null}
      <TextField
        isLong
        label="Reason"
        hint="Only your colleagues see it."
        maxLength={500}
        form={form}
        name="reason"
      />
    </FormDialog>
  );
}

function OpenDocuments({ documents }: { documents: readonly OpenDocument[] }) {
  const title =
    documents.length === 1
      ? "1 document waits for their decision"
      : `${documents.length} documents wait for their decision`;
  return (
    <Notice tone="warning" title={title}>
      <ul className="mt-1 list-disc pl-5">
        {documents.map(({ uniqueDocumentId, name, externalId, documentType }) => (
          <li key={uniqueDocumentId} dir="auto" className="wrap-anywhere">
            {name} ({documentTypeLabel(documentType)} {externalId})
          </li>
        ))}
      </ul>
      <p className="mt-2">Documents can't be accepted or declined while the organization is inactive.</p>
    </Notice>
  );
}

/** The open documents that the server named, if that is why the change was refused. */
function openDocumentsNow(error: unknown): OpenDocument[] | null {
  if (!(error instanceof ApiError) || error.details.reason !== "open-documents") return null;
  return OpenDocument.array().safeParse(error.details.openDocuments).data ?? null;
}

import { useState } from "react";
import { z } from "zod";
import { duplicateDocument, listManagedDocuments } from "#contract/admin/documents.ts";
import { addNewVersion, extendDocument, recallDocument, withdrawDocument } from "#contract/admin/drafts.ts";
import { DocumentCopy } from "#domain/documents/document-details.ts";
import type { ManagedDocument } from "#domain/documents/managed-document.ts";
import { MESSAGE_LIMIT, Reason } from "#domain/documents/sending.ts";
import { ValidUntil } from "#domain/documents/validity.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { companyToday } from "#web/lib/company-time.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached } from "#web/lib/use-call.ts";
import { ConfirmDialog, FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { ChoiceField } from "../ui/choice-field.tsx";
import type { ComboChoice } from "../ui/combo-field.tsx";
import { documentPath } from "../ui/document-paths.ts";
import { useStoreDocument } from "../ui/send-dialog.tsx";

type DialogProps = { document: ManagedDocument; onClose: () => void };

/** Confirms that a sent document is recalled for changes. */
export function RecallDialog({ document, onClose }: DialogProps) {
  const storeDocument = useStoreDocument();

  async function recall() {
    await storeDocument(await call(recallDocument, { params: { id: document.uniqueDocumentId }, body: {} }));
    showToast({ title: "Document recalled", text: document.name });
    onClose();
  }

  return (
    <ConfirmDialog
      title="Recall this document?"
      description={`You can change it and send it again. Until then it can't be accepted, and ${document.organizationName} sees that you are still working on it.`}
      action="Recall"
      failureTitle="Nothing was recalled"
      onSubmit={recall}
      onClose={onClose}
    />
  );
}

/** Requests the reason of a withdrawal, which the client can read. */
export function WithdrawDialog({ document, onClose }: DialogProps) {
  const storeDocument = useStoreDocument();
  const form = useSchemaForm({
    schema: z.object({ reason: Reason }),
    values: { reason: "" },
    async save(body) {
      await storeDocument(await call(withdrawDocument, { params: { id: document.uniqueDocumentId }, body }));
      showToast({ title: "Document withdrawn", text: document.name });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Withdraw this document for good?"
      description="It can't be changed or sent again, but you can make a new version of it."
      action="Withdraw"
      tone="danger"
      failureTitle="Nothing was withdrawn"
      onClose={onClose}
    >
      <TextField
        isLong
        label="Reason"
        hint={`${document.organizationName} reads it.`}
        maxLength={MESSAGE_LIMIT}
        form={form}
        name="reason"
      />
    </FormDialog>
  );
}

/** Requests a later last day for a sent or expired document. */
export function ExtendDialog({ document, onClose }: DialogProps) {
  const storeDocument = useStoreDocument();
  const today = companyToday();
  const form = useSchemaForm({
    schema: z.object({
      validUntil: ValidUntil.refine((day) => day > (document.validUntil ?? "") && day >= today, {
        error: "Please choose a later day",
      }),
    }),
    values: { validUntil: "" },
    async save(body) {
      await storeDocument(await call(extendDocument, { params: { id: document.uniqueDocumentId }, body }));
      showToast({ title: "Document extended", text: document.name });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Extend this document?"
      description={`${document.organizationName} can accept the same version until the new day, and its members get an email.`}
      action="Extend"
      failureTitle="Nothing was extended"
      onClose={onClose}
    >
      <TextField label="Valid until" type="date" min={today} form={form} name="validUntil" />
    </FormDialog>
  );
}

/** Creates a copy with a name and organization, and opens it. */
export function DuplicateDialog({ document, onClose }: DialogProps) {
  const navigate = useNavigate();
  const [organization, setOrganization] = useState<ComboChoice | null>({
    id: document.organizationId,
    name: document.organizationName,
  });
  const form = useSchemaForm({
    schema: DocumentCopy,
    values: { name: document.name, organizationId: document.organizationId },
    async save(body) {
      const copy = await call(duplicateDocument, { params: { id: document.uniqueDocumentId }, body });
      showToast({ title: `${copy.externalId} added`, text: copy.name });
      onClose();
      await navigate(documentPath(copy.uniqueDocumentId));
    },
  });

  function choose(choice: ComboChoice | null) {
    setOrganization(choice);
    form.setValue("organizationId", choice?.id ?? "", { shouldDirty: true, shouldValidate: true });
  }

  return (
    <FormDialog
      form={form}
      title="Duplicate document"
      description="The copy has the page and copies of its work orders. Its client doesn't see it until it is sent."
      action="Duplicate"
      failureTitle="The document wasn't copied"
      onClose={onClose}
    >
      <TextField label="Name" form={form} name="name" />
      <ChoiceField
        of="organization"
        label="Organization"
        value={organization}
        onChange={choose}
        error={form.formState.errors.organizationId?.message}
      />
    </FormDialog>
  );
}

/** Confirms that the next version of a document that is over is made, and opens it. */
export function NewVersionDialog({ document, onClose }: DialogProps) {
  const cached = useCached();
  const navigate = useNavigate();

  async function add() {
    const next = await call(addNewVersion, { params: { id: document.uniqueDocumentId }, body: {} });
    showToast({ title: `${next.externalId} added`, text: next.name });
    void cached.refetch(listManagedDocuments);
    onClose();
    await navigate(documentPath(next.uniqueDocumentId));
  }

  return (
    <ConfirmDialog
      title="Make a new version?"
      description="You get a draft with this page and copies of its work orders. Optional work that your client selected stays selected. Once you send it, they'll see what changed."
      action="Make new version"
      failureTitle="No version was made"
      onSubmit={add}
      onClose={onClose}
    />
  );
}

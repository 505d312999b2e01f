import { z } from "zod";
import { recallDocument, withdrawDocument } from "#contract/admin/drafts.ts";
import type { AdminDocument } from "#domain/documents/admin-document.ts";
import { MESSAGE_LIMIT, Reason } from "#domain/documents/sending.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { ConfirmDialog, FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { useStoreDocument } from "../ui/send-dialog.tsx";

type DialogProps = { document: AdminDocument; onClose: () => void };

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
      description={`You can change it and send it again. Until then it cannot be accepted, and ${document.organizationName} sees that you are still working on it.`}
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
      description="It can be neither changed nor sent again, but you can make a new version of it."
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

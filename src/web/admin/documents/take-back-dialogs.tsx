import { useState } from "react";
import { recallDocument, withdrawDocument } from "#contract/admin/drafts.ts";
import type { AdminDocument } from "#domain/documents/admin-document.ts";
import { MESSAGE_LIMIT, Reason } from "#domain/documents/sending.ts";
import { call } from "#web/lib/call.ts";
import { TextArea } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { FormDialog, FormProblem } from "../ui/form-dialog.tsx";
import { useKeepDocument } from "../ui/use-keep-document.ts";

type TakeBackProps = { document: AdminDocument; onClose: () => void };

/** Asks before a document is taken back to be changed. */
export function RecallDialog({ document, onClose }: TakeBackProps) {
  const keep = useKeepDocument();

  async function recall() {
    await keep(await call(recallDocument, { params: { id: document.uniqueDocumentId }, body: {} }));
    showToast({ title: "Document recalled", text: document.name });
    onClose();
  }

  return (
    <FormDialog
      title="Recall this document?"
      description={`You can change it and send it again. Until then ${document.organizationName} reads that you are still working on it, and nobody can accept it.`}
      action="Recall"
      failureTitle="Nothing was recalled"
      onSubmit={recall}
      onClose={onClose}
    />
  );
}

/** Asks why a document is withdrawn, because its client reads it. */
export function WithdrawDialog({ document, onClose }: TakeBackProps) {
  const keep = useKeepDocument();
  const [reason, setReason] = useState("");

  async function withdraw() {
    const given = Reason.safeParse(reason);
    if (!given.success) throw new FormProblem(given.error.issues[0]?.message ?? "Please say why");
    const params = { id: document.uniqueDocumentId };
    await keep(await call(withdrawDocument, { params, body: { reason: given.data } }));
    showToast({ title: "Document withdrawn", text: document.name });
    onClose();
  }

  return (
    <FormDialog
      title="Withdraw this document for good?"
      description="It can be neither changed nor sent again, but you can make a new version of it."
      action="Withdraw"
      tone="danger"
      failureTitle="Nothing was withdrawn"
      onSubmit={withdraw}
      onClose={onClose}
    >
      <TextArea
        label="Reason"
        hint={`${document.organizationName} reads it.`}
        value={reason}
        maxLength={MESSAGE_LIMIT}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

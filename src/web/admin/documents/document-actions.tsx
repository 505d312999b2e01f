import { useState } from "react";
import { listActivity } from "#contract/admin/activity.ts";
import {
  archiveDocument,
  deleteDocument,
  getManagedDocument,
  listManagedDocuments,
} from "#contract/admin/documents.ts";
import { listInvoiceableDocuments } from "#contract/admin/invoices.ts";
import { isDeletable, type ManagedDocument } from "#domain/documents/managed-document.ts";
import { listedStatusOf } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { invoicePath } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { DeleteDialog } from "#web/ui/form-dialog.tsx";
import { OverflowActions } from "#web/ui/overflow-actions.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { DOCUMENTS } from "../ui/document-paths.ts";
import { InvoiceDialog } from "../ui/invoice-dialog.tsx";
import { NewTemplateDialog } from "../ui/new-template-dialog.tsx";
import { SendDialog, useStoreDocument } from "../ui/send-dialog.tsx";
import { useAction } from "../ui/use-action.ts";
import {
  DuplicateDialog,
  ExtendDialog,
  NewVersionDialog,
  RecallDialog,
  WithdrawDialog,
} from "./document-dialogs.tsx";

const DIALOGS = {
  send: SendDialog,
  recall: RecallDialog,
  withdraw: WithdrawDialog,
  extend: ExtendDialog,
  newVersion: NewVersionDialog,
  copy: DuplicateDialog,
  template: NewTemplateDialog,
};

/** The actions of an editor besides editing: send, recall, duplicate, archive or delete a document. */
export function DocumentActions({ document }: { document: ManagedDocument }) {
  const { uniqueDocumentId, name, status, archivedAt, recalledAt, closedBecause } = document;
  const isOver = ["APPROVED", "DECLINED"].includes(status) || closedBecause !== null;
  const isOpen = status === "PENDING" || (recalledAt !== null && closedBecause === null);
  const navigate = useNavigate();
  const cached = useCached();
  const [open, setOpen] = useState<keyof typeof DIALOGS | "delete" | null>(null);
  const close = () => setOpen(null);
  const Dialog = open === null || open === "delete" ? null : DIALOGS[open];

  async function remove() {
    await call(deleteDocument, { params: { id: uniqueDocumentId } });
    showToast({ title: "Document deleted", text: name });
    void cached.refetch(listManagedDocuments);
    await navigate(DOCUMENTS, { replace: true });
  }

  return (
    <>
      {status === "APPROVED" ? <InvoiceButton uniqueDocumentId={uniqueDocumentId} /> : null}
      {status === "DRAFT" && !isOver && archivedAt === null ? (
        <Button onClick={() => setOpen("send")}>Send</Button>
      ) : null}
      {status === "PENDING" ? <Button onClick={() => setOpen("recall")}>Recall</Button> : null}
      <ExtendButton document={document} of="EXPIRED" onClick={() => setOpen("extend")} />
      {isOver ? (
        <Button
          tone={needsNewVersion(document) ? "primary" : "secondary"}
          onClick={() => setOpen("newVersion")}
        >
          New version
        </Button>
      ) : null}
      <OverflowActions>
        <Button onClick={() => setOpen("copy")}>Duplicate</Button>
        <Button tone="quiet" onClick={() => setOpen("template")}>
          Save as template
        </Button>
        <ExtendButton document={document} of="PENDING" onClick={() => setOpen("extend")} />
        {isOpen ? (
          <Button tone="quiet" onClick={() => setOpen("withdraw")}>
            Withdraw
          </Button>
        ) : null}
        <ArchiveButton document={document} />
        {isDeletable(document) ? (
          <Button tone="quiet" onClick={() => setOpen("delete")}>
            Delete
          </Button>
        ) : null}
      </OverflowActions>
      {Dialog ? <Dialog document={document} onClose={close} /> : null}
      <DeleteDialog
        isOpen={open === "delete"}
        item={name}
        note="No client has seen it. Its work orders that were never shared or invoiced are deleted with it."
        onDelete={remove}
        onClose={close}
      />
    </>
  );
}

/** An accepted document is carried out and invoiced, an expired one extended. The others need their next version. */
function needsNewVersion(document: ManagedDocument): boolean {
  return document.status !== "APPROVED" && !isExtendable(document);
}

/** A later version of a document forbids it. */
function isExtendable({ status, closedBecause, validUntil, successors }: ManagedDocument): boolean {
  const isUndecided = status === "PENDING" || closedBecause === "EXPIRED";
  return isUndecided && validUntil !== null && successors.length === 0;
}

type ExtendButtonProps = { document: ManagedDocument; of: "PENDING" | "EXPIRED"; onClick: () => void };

/** Leads the actions of an expired document, and is among the rare ones of a document that waits. */
function ExtendButton({ document, of, onClick }: ExtendButtonProps) {
  if (listedStatusOf(document) !== of || !isExtendable(document)) return null;
  return (
    <Button tone={of === "EXPIRED" ? "primary" : "quiet"} onClick={onClick}>
      Extend
    </Button>
  );
}

function ArchiveButton({ document }: { document: ManagedDocument }) {
  const { uniqueDocumentId, name, status, archivedAt } = document;
  const storeDocument = useStoreDocument();
  const { isBusy, run } = useAction("Nothing was changed");
  const isArchived = archivedAt !== null;
  if (!isArchived && status === "PENDING") return null;

  async function toggle() {
    const params = { id: uniqueDocumentId };
    await storeDocument(await call(archiveDocument, { params, body: { isArchived: !isArchived } }));
    showToast({ title: isArchived ? "Document is back in the list" : "Document archived", text: name });
  }

  return (
    <Button tone="quiet" isBusy={isBusy} onClick={() => void run(toggle)}>
      {isArchived ? "Unarchive" : "Archive"}
    </Button>
  );
}

/** Invoices an accepted document, as long as a part of it is not invoiced. */
function InvoiceButton({ uniqueDocumentId }: { uniqueDocumentId: Id }) {
  const navigate = useNavigate();
  const cached = useCached();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useCall(listInvoiceableDocuments, { query: { uniqueDocumentId } });
  const [document] = data ?? [];
  if (!document) return null;
  return (
    <>
      <Button tone="primary" onClick={() => setIsOpen(true)}>
        Invoice this
      </Button>
      {isOpen ? (
        <InvoiceDialog
          document={document}
          onClose={() => setIsOpen(false)}
          onSaved={({ invoiceId }) => {
            void cached.refetch(getManagedDocument);
            void cached.refetch(listActivity);
            void cached.refetch(listInvoiceableDocuments);
            void navigate(invoicePath(invoiceId));
          }}
        />
      ) : null}
    </>
  );
}

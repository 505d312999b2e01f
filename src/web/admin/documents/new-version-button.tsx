import { useState } from "react";
import { listAdminDocuments } from "#contract/admin/documents.ts";
import { addNewVersion } from "#contract/admin/drafts.ts";
import type { AdminDocument } from "#domain/documents/admin-document.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/form-dialog.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { documentPath } from "../ui/document-paths.ts";

/** Makes the next version of a document that is over after asking, and leads to it. */
export function NewVersionButton({ document }: { document: AdminDocument }) {
  // What was accepted is carried out and invoiced; what was refused needs its next version.
  const tone = document.status === "APPROVED" ? "secondary" : "primary";
  const [isConfirming, setIsConfirming] = useState(false);
  const cached = useCached();
  const navigate = useNavigate();

  async function add() {
    const next = await call(addNewVersion, { params: { id: document.uniqueDocumentId }, body: {} });
    showToast({ title: `${next.externalId} added`, text: next.name });
    void cached.refetch(listAdminDocuments);
    setIsConfirming(false);
    await navigate(documentPath(next.uniqueDocumentId));
  }

  return (
    <>
      <Button tone={tone} onClick={() => setIsConfirming(true)}>
        New version
      </Button>
      {isConfirming ? (
        <ConfirmDialog
          title="Make a new version?"
          description="You get a draft with this page and copies of its work orders. Once you send it, its client reads what changed."
          action="Make it"
          failureTitle="No version was made"
          onSubmit={add}
          onClose={() => setIsConfirming(false)}
        />
      ) : null}
    </>
  );
}

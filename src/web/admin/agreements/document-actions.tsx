import { useState } from "react";
import { retireGeneralDocument } from "#contract/admin/agreements.ts";
import type { ManagedGeneralDocument } from "#domain/agreements/managed-general-document.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { draftPath } from "../ui/agreement-paths.ts";
import { useStoreGeneralDocument } from "./managed-document.tsx";

/** An editor's actions. General terms are replaced, never retired. */
export function DocumentActions({ document }: { document: ManagedGeneralDocument }) {
  const { generalDocumentId, name, status, isGeneralTerms, draft } = document;
  const storeDocument = useStoreGeneralDocument();
  const [isBusy, setIsBusy] = useState(false);
  const isRetired = status === "RETIRED";

  async function retire() {
    setIsBusy(true);
    try {
      const params = { id: generalDocumentId };
      await storeDocument(await call(retireGeneralDocument, { params, body: { isRetired: !isRetired } }));
      showToast({ title: isRetired ? "Document brought back" : "Document retired", text: name });
    } catch (error) {
      showToast({ tone: "error", title: "Nothing was changed", text: explainFailure(error) });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      {status === "DRAFT" || isGeneralTerms ? null : (
        <Button onClick={() => void retire()} isBusy={isBusy}>
          {isRetired ? "Bring back" : "Retire"}
        </Button>
      )}
      {draft ? null : <ButtonLink to={draftPath(generalDocumentId)}>Write the next version</ButtonLink>}
    </>
  );
}

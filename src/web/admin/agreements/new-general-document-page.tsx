import {
  addGeneralDocument,
  getManagedGeneralDocument,
  listManagedGeneralDocuments,
} from "#contract/admin/agreements.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Screen } from "#web/ui/page-body.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { GENERAL_DOCUMENTS, managedGeneralDocumentPath } from "../ui/agreement-paths.ts";
import { ForEditors } from "../ui/record-screen.tsx";
import { DetailsForm, type Entered } from "./details-form.tsx";

const EMPTY: Entered = {
  generalDocumentId: "",
  name: "",
  richText: "",
  signatureType: "ACKNOWLEDGE",
  isGeneralTerms: false,
};

export function NewGeneralDocumentPage() {
  const navigate = useNavigate();
  const cached = useCached();

  async function save(body: Entered) {
    const added = await call(addGeneralDocument, { body });
    showToast({ title: "Draft saved", text: added.name });
    void cached.refetch(listManagedGeneralDocuments);
    await cached.replace(getManagedGeneralDocument, { params: { id: added.generalDocumentId } }, added);
    await navigate(managedGeneralDocumentPath(added.generalDocumentId), { replace: true });
  }

  return (
    <Screen
      title="New general document"
      eyebrow={<TextLink to={GENERAL_DOCUMENTS}>General documents</TextLink>}
      intro="It stays a draft until you publish it."
    >
      <ForEditors message="Editors and owners write general documents. You may read them.">
        <DetailsForm first={EMPTY} isNew isTerms={false} back={GENERAL_DOCUMENTS} onSave={save} />
      </ForEditors>
    </Screen>
  );
}

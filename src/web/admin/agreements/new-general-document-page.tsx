import { useNavigate } from "react-router";
import { addGeneralDocument, getManagedDocument, listManagedDocuments } from "#contract/admin/agreements.ts";
import { mayActAs } from "#domain/account/admin-role.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { GENERAL_DOCUMENTS, managedDocumentPath } from "../ui/agreement-paths.ts";
import { DetailsForm, type Entered } from "./details-form.tsx";

const EMPTY: Entered = {
  generalDocumentId: "",
  name: "",
  richText: "",
  signatureType: "ACKNOWLEDGE",
  isGeneralTerms: false,
};

/** /admin/general-documents/new */
export function NewGeneralDocumentPage() {
  usePageTitle("New general document");
  const navigate = useNavigate();
  const cached = useCached();
  const { profile } = usePerson();
  const mayAdd = profile === undefined || mayActAs(profile?.adminRole ?? null, "editor");

  async function save(body: Entered) {
    const added = await call(addGeneralDocument, { body });
    showToast({ title: "Draft saved", text: added.name });
    void cached.refetch(listManagedDocuments);
    await cached.replace(getManagedDocument, { params: { id: added.generalDocumentId } }, added);
    await navigate(managedDocumentPath(added.generalDocumentId), { replace: true });
  }

  return (
    <PageBody>
      <PageHeading
        eyebrow={<TextLink to={GENERAL_DOCUMENTS}>General documents</TextLink>}
        intro="It stays a draft until you publish it."
      >
        New general document
      </PageHeading>
      {mayAdd ? (
        <DetailsForm first={EMPTY} isNew isTerms={false} back={GENERAL_DOCUMENTS} onSave={save} />
      ) : (
        <Notice tone="info">Editors and owners write general documents. You may read them.</Notice>
      )}
    </PageBody>
  );
}

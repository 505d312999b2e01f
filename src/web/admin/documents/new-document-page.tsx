import { useNavigate, useSearchParams } from "react-router";
import { addDocument, listAdminDocuments } from "#contract/admin/documents.ts";
import { getOrganization } from "#contract/admin/organizations.ts";
import { DocumentType } from "#domain/documents/unique-document.ts";
import { Id } from "#domain/id.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { DOCUMENTS, documentPath } from "../ui/document-paths.ts";
import { type Begun, DocumentForm, type Entered } from "./document-form.tsx";

/** /admin/documents/new */
export function NewDocumentPage() {
  usePageTitle("New document");
  const navigate = useNavigate();
  const cached = useCached();
  const [params] = useSearchParams();
  const begun = useBegun(params);

  async function save(body: Entered) {
    const { uniqueDocumentId, externalId, name } = await call(addDocument, { body });
    showToast({ title: `${externalId} added`, text: name });
    void cached.refetch(listAdminDocuments);
    await navigate(documentPath(uniqueDocumentId), { replace: true });
  }

  return (
    <PageBody>
      <div className="max-w-2xl">
        <PageHeading
          eyebrow={<TextLink to={DOCUMENTS}>Documents</TextLink>}
          intro="It is a draft that its client does not see until it is sent."
        >
          New document
        </PageHeading>
        {begun === undefined ? (
          <Loading label="Loading the form">
            <Skeleton className="h-96 w-full rounded-lg" />
          </Loading>
        ) : (
          <DocumentForm
            // Another command while the form is open begins another document.
            key={params.toString()}
            document={null}
            begun={begun}
            onSave={save}
            cancel={<ButtonLink to={DOCUMENTS}>Cancel</ButtonLink>}
          />
        )}
      </div>
    </PageBody>
  );
}

/** What the address fills in, such as one from the search; undefined while its organization loads. */
function useBegun(params: URLSearchParams): Begun | undefined {
  const documentType = DocumentType.safeParse(params.get("documentType")).data ?? "";
  const id = Id.safeParse(params.get("organizationId")).data;
  const { data, error } = useCall(getOrganization, id === undefined ? null : { params: { id } });
  if (id === undefined || error) return { documentType, organization: null };
  return data && { documentType, organization: { id, name: data.organizationName } };
}

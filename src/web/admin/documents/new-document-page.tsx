import { useState } from "react";
import { addDocument, listManagedDocuments } from "#contract/admin/documents.ts";
import { getOrganization } from "#contract/admin/organizations.ts";
import { findChoices } from "#contract/admin/search.ts";
import { listTemplates } from "#contract/admin/templates.ts";
import { BLANK_PAGE } from "#domain/documents/document-details.ts";
import type { DocumentCard } from "#domain/documents/managed-document.ts";
import { DocumentType } from "#domain/documents/unique-document.ts";
import { Id } from "#domain/id.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate, useSearchParams } from "#web/lib/routing/use-routing.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { PageBody, PageHeading } from "#web/ui/page-body.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import type { ComboChoice } from "../ui/combo-field.tsx";
import { DOCUMENTS, writePath } from "../ui/document-paths.ts";
import { StarterDialog } from "../ui/library-dialogs.tsx";
import { ForEditors } from "../ui/record-screen.tsx";
import { type Defaults, DocumentForm, type Entered } from "./document-form.tsx";

/** /admin/documents/new */
export function NewDocumentPage() {
  usePageTitle("New document");
  const navigate = useNavigate();
  const cached = useCached();
  const [params] = useSearchParams();
  const defaults = useDefaults(params);
  const mayWrite = useMayActAs("editor");
  const [isInLibrary, setIsInLibrary] = useState(false);

  async function save(body: Entered) {
    const { uniqueDocumentId, externalId, name, unfilled = [] } = await call(addDocument, { body });
    const text = unfilled.length === 0 ? name : `${name}. Not filled in yet: ${unfilled.join(", ")}.`;
    showToast({ title: `${externalId} added`, text });
    void cached.refetch(listManagedDocuments);
    await navigate(writePath(uniqueDocumentId), { replace: true });
    return null;
  }

  return (
    <PageBody>
      <div className="max-w-2xl">
        <PageHeading
          eyebrow={<TextLink to={DOCUMENTS}>Documents</TextLink>}
          intro="It is a draft that its client doesn't see until it is sent."
          actions={
            mayWrite && defaults !== undefined ? (
              <Button onClick={() => setIsInLibrary(true)}>Write from the library</Button>
            ) : null
          }
        >
          New document
        </PageHeading>
        <ForEditors message="Editors and owners write documents. You may read them.">
          {defaults === undefined ? (
            <Loading label="Loading the form">
              <Skeleton className="h-96 w-full rounded-lg" />
            </Loading>
          ) : (
            <DocumentForm
              // Another command while the form is open begins another document.
              key={params.toString()}
              document={null}
              defaults={defaults}
              onSave={save}
              cancel={<ButtonLink to={DOCUMENTS}>Cancel</ButtonLink>}
            />
          )}
        </ForEditors>
        {isInLibrary && defaults !== undefined ? (
          <StarterDialog organization={defaults.organization} onClose={() => setIsInLibrary(false)} />
        ) : null}
      </div>
    </PageBody>
  );
}

/** From the address, else a proposal on a blank page for the only organization. Undefined while the records load. */
function useDefaults(params: URLSearchParams): Defaults | undefined {
  const documentType = DocumentType.safeParse(params.get("documentType")).data ?? "PROPOSAL";
  const id = Id.safeParse(params.get("organizationId")).data;
  const requestedTemplate = Id.safeParse(params.get("templateId")).data;
  const found = useCall(getOrganization, id === undefined ? null : { params: { id } });
  const all = useCall(findChoices, id === undefined ? { params: { of: "organization" }, query: {} } : null);
  const documents = useCall(listManagedDocuments, id === undefined ? { query: { limit: 20 } } : null);
  const listed = useCall(listTemplates, requestedTemplate === undefined ? null : {});
  const needed = [
    ...(id === undefined ? [all, documents] : [found]),
    ...(requestedTemplate === undefined ? [] : [listed]),
  ];
  if (needed.some(({ data, error }) => !data && !error)) return undefined;
  const offered = listed.data?.filter(({ isRetired }) => !isRetired) ?? [];
  return {
    documentType,
    organization: found.data && id ? { id, name: found.data.organizationName } : onlyOf(all.data ?? []),
    recent: recentIn(documents.data ?? []),
    templateId: requestedTemplate === undefined ? BLANK_PAGE : idIn(offered, requestedTemplate),
  };
}

/** A deleted template in the address is never replaced silently. */
function idIn(templates: readonly { templateId: Id }[], requested: Id): string {
  return templates.some(({ templateId }) => templateId === requested) ? requested : "";
}

function onlyOf([only, ...others]: readonly ComboChoice[]): ComboChoice | null {
  return only && others.length === 0 ? { id: only.id, name: only.name } : null;
}

const MAX_RECENT = 4;

/** The organizations of the documents that were updated last. */
function recentIn(documents: readonly DocumentCard[]): ComboChoice[] {
  const byId = new Map(
    documents.map(({ organizationId, organizationName }) => [organizationId, organizationName]),
  );
  return [...byId].slice(0, MAX_RECENT).map(([id, name]) => ({ id, name }));
}

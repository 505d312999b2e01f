import { lazy, Suspense, useMemo } from "react";
import { listDocuments } from "#contract/documents.ts";
import {
  DOCUMENT_TYPES,
  type DocumentType,
  documentTypeLabel,
  type ListedDocument,
} from "#domain/documents/unique-document.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useStartAtListAfterSwitch } from "#web/lib/start-at-list-after-switch.ts";
import { useIsHydrated } from "#web/lib/use-delayed.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { documentListPath, documentPath, PATHS } from "#web/paths.ts";
import { ErrorScreen } from "#web/ui/error-screen.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { ALL_DOCUMENTS_COLUMNS, DOCUMENT_COLUMNS } from "./document-columns.tsx";

/** Only one type of document has a second section, so the other lists do not wait for its code. */
const SignedAgreements = lazy(async () => ({
  default: (await import("./signed-agreements.tsx")).SignedAgreements,
}));

function isDocumentType(name: string | undefined): name is DocumentType {
  return DOCUMENT_TYPES.some((one) => one === name);
}

/** The documents of one type, or of all. */
export function DocumentListPage() {
  const { documentType } = useParams();
  if (documentType === undefined) return <Documents title="Documents" query={ALL} path={PATHS.documents} />;
  if (!isDocumentType(documentType)) return <UnknownType name={documentType} />;
  return <DocumentsOfType key={documentType} documentType={documentType} />;
}

const ALL = {};

function UnknownType({ name }: { name: string }) {
  usePageTitle("Unexpected error");
  return (
    <ErrorScreen
      lookedFor={`Documents of the type ${name}`}
      title="An unexpected error has occurred"
      message="There are no documents of this type."
    />
  );
}

const ROW_ID = (row: ListedDocument) => row.uniqueDocumentId;
const ROW_HREF = (row: ListedDocument) => documentPath(row.slug);

function DocumentsOfType({ documentType }: { documentType: DocumentType }) {
  const title = `${documentTypeLabel(documentType)} Documents`;
  const query = useMemo(() => ({ documentType }), [documentType]);
  return <Documents title={title} query={query} path={documentListPath(documentType)} />;
}

type DocumentsProps = { title: string; query: { documentType?: DocumentType }; path: string };

function Documents({ title, query, path }: DocumentsProps) {
  useStartAtListAfterSwitch(path);
  const isHydrated = useIsHydrated();
  const { documentType } = query;
  return (
    <Screen title={title}>
      <ListTable
        what={listDocuments}
        query={query}
        label={title}
        columns={documentType === undefined ? ALL_DOCUMENTS_COLUMNS : DOCUMENT_COLUMNS}
        getRowId={ROW_ID}
        rowHref={ROW_HREF}
        usualOrder="Recently updated"
        emptyHint="Documents appear here as soon as they are shared with you."
        failureText="We were unable to fetch documents, you may not have sufficient permissions."
      />
      {/* Not rendered on the server, which would have to wait for its code. */}
      {isHydrated && documentType === "LEGAL_DOCUMENT" ? (
        <Suspense>
          <SignedAgreements />
        </Suspense>
      ) : null}
    </Screen>
  );
}

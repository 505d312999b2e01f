import type { ReactNode } from "react";
import { getManagedGeneralDocument, listManagedGeneralDocuments } from "#contract/admin/agreements.ts";
import type {
  ListedGeneralDocument,
  ManagedGeneralDocument,
} from "#domain/agreements/managed-general-document.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { Badge, type BadgeStatus } from "#web/ui/badge.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Crumbs, TextLink } from "#web/ui/text-link.tsx";
import { GENERAL_DOCUMENTS, managedGeneralDocumentPath } from "../ui/agreement-paths.ts";
import { RecordScreen } from "../ui/record-screen.tsx";

type ManagedGeneralDocumentScreenProps = {
  /** The title of the tab; left out, `children` set it. */
  title?: (document: ManagedGeneralDocument) => string;
  children: (document: ManagedGeneralDocument) => ReactNode;
};

/** Reads the general document of the address for a screen about it. */
export function ManagedGeneralDocumentScreen(props: ManagedGeneralDocumentScreenProps) {
  const { generalDocumentId = "" } = useParams();
  return (
    <RecordScreen
      {...props}
      answer={useCall(getManagedGeneralDocument, { params: { id: generalDocumentId } })}
      id={generalDocumentId}
      noun="general document"
      list={{ to: GENERAL_DOCUMENTS, label: "All general documents" }}
      skeleton={
        <>
          <Skeleton className="mb-10 h-40 w-full rounded-lg" />
          <Skeleton className="h-72 w-full rounded-lg" />
        </>
      }
    />
  );
}

const LOOKS: Record<ListedGeneralDocument["status"], BadgeStatus> = {
  DRAFT: "DRAFT",
  PUBLISHED: "ACTIVE",
  RETIRED: "ARCHIVED",
};

export function DocumentBadge({ status }: Pick<ListedGeneralDocument, "status">) {
  return <Badge status={LOOKS[status]} label={status} />;
}

export function DocumentCrumbs({ document }: { document: ManagedGeneralDocument }) {
  return (
    <Crumbs to={GENERAL_DOCUMENTS} label="General documents">
      <TextLink to={managedGeneralDocumentPath(document.generalDocumentId)}>{document.name}</TextLink>
    </Crumbs>
  );
}

/** Shows a general document as the server answered it after a change. */
export function useStoreGeneralDocument(): (document: ManagedGeneralDocument) => Promise<void> {
  const cached = useCached();
  return async (document) => {
    void cached.refetch(listManagedGeneralDocuments);
    await cached.replace(getManagedGeneralDocument, { params: { id: document.generalDocumentId } }, document);
  };
}

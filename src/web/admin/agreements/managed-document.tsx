import type { ReactNode } from "react";
import { getManagedDocument } from "#contract/admin/agreements.ts";
import type { ManagedGeneralDocument } from "#domain/agreements/managed-general-document.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { GENERAL_DOCUMENTS } from "../ui/agreement-paths.ts";
import { RecordScreen } from "../ui/record-screen.tsx";

type ManagedDocumentProps = {
  /** The title of the tab; left out, `children` set it. */
  title?: (document: ManagedGeneralDocument) => string;
  children: (document: ManagedGeneralDocument) => ReactNode;
};

/** Reads the general document of the address for a screen about it. */
export function ManagedDocument(props: ManagedDocumentProps) {
  const { generalDocumentId = "" } = useParams();
  return (
    <RecordScreen
      {...props}
      answer={useCall(getManagedDocument, { params: { id: generalDocumentId } })}
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

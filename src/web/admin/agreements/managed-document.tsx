import type { ReactNode } from "react";
import { getManagedDocument } from "#contract/admin/agreements.ts";
import type { ManagedGeneralDocument } from "#domain/agreements/managed-general-document.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { PageBody } from "#web/ui/page-body.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { GENERAL_DOCUMENTS } from "../ui/agreement-paths.ts";
import { MissingRecord } from "../ui/missing-record.tsx";

/** Reads the general document of the address for a screen about it. */
export function ManagedDocument({ children }: { children: (document: ManagedGeneralDocument) => ReactNode }) {
  const { generalDocumentId = "" } = useParams();
  const { data, error, mutate } = useCall(getManagedDocument, { params: { id: generalDocumentId } });
  if (error && !data) {
    return (
      <MissingRecord
        noun="general document"
        id={generalDocumentId}
        error={error}
        onRetry={() => void mutate()}
        link={{ to: GENERAL_DOCUMENTS, label: "All general documents" }}
      />
    );
  }
  return <PageBody>{data ? children(data) : <DocumentLoading />}</PageBody>;
}

function DocumentLoading() {
  return (
    <Loading label="Loading the general document" isScreen>
      <Skeleton className="mb-2 h-4 w-40" />
      <Skeleton className="mb-6 h-9 w-80 max-w-full" />
      <Skeleton className="mb-10 h-40 w-full rounded-lg" />
      <Skeleton className="h-72 w-full rounded-lg" />
    </Loading>
  );
}

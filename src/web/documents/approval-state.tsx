import { useState } from "react";
import { newestApprovedSnapshot } from "#domain/documents/snapshots.ts";
import { DOCUMENT_STATUS_LABELS, type UniqueDocument } from "#domain/documents/unique-document.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { openPdf } from "./open-pdf.ts";

type ApprovalStateProps = {
  document: UniqueDocument;
  canWrite: boolean | undefined;
  canBeAccepted: boolean;
  onAccept: () => void;
  onDecline: () => void;
};

/** The decision, or for writers the buttons Accept and Decline. */
export function ApprovalState(props: ApprovalStateProps) {
  const { document, canWrite, canBeAccepted, onAccept, onDecline } = props;
  if (document.status === "APPROVED" || document.status === "DECLINED")
    return <Decided document={document} />;
  if (canWrite === undefined) return <Skeleton className="h-9 w-28" />;
  if (!canWrite) return null;
  return (
    <div className="flex shrink-0 items-center gap-1.5">
      <Button tone="quiet" className="px-3" onClick={onDecline}>
        Decline
      </Button>
      <Button tone="primary" size="md" className="min-w-28" disabled={!canBeAccepted} onClick={onAccept}>
        Accept
      </Button>
    </div>
  );
}

function Decided({ document }: { document: UniqueDocument }) {
  const { approvedBy, status } = document;
  if (status === "DRAFT" || status === "PENDING") return null;
  return (
    <>
      <div className="min-w-0 flex-1 text-sm sm:text-right">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:justify-end">
          <Badge status={status} label={DOCUMENT_STATUS_LABELS[status]} />
          {approvedBy ? <DateTimeText iso={approvedBy.approvedTime} className="text-ink-soft" /> : null}
        </div>
        {approvedBy ? (
          <div className="mt-0.5 text-ink-soft max-sm:text-xs">
            by {approvedBy.userName} ({approvedBy.userEmail})
          </div>
        ) : null}
      </div>
      {status === "APPROVED" ? <DownloadPdf document={document} /> : null}
    </>
  );
}

/** Enabled once the PDF exists; until then the button says that it is being made. */
function DownloadPdf({ document }: { document: UniqueDocument }) {
  const [isOpening, setIsOpening] = useState(false);
  const isReady = newestApprovedSnapshot(document.documentSnapshots) !== undefined;
  async function open() {
    setIsOpening(true);
    await openPdf(document.uniqueDocumentId);
    setIsOpening(false);
  }
  return (
    <div className="flex shrink-0 flex-col items-end">
      <Button disabled={!isReady} isBusy={isOpening} onClick={() => void open()}>
        Download PDF
      </Button>
      <span role="status" className="mt-1 flex items-center gap-1.5 text-ink-soft text-xs empty:hidden">
        {isReady ? null : (
          <>
            <Spinner /> Preparing the PDF…
          </>
        )}
      </span>
    </div>
  );
}

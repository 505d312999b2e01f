import { useState } from "react";
import { listActivity } from "#contract/admin/activity.ts";
import { getSharing, shareDocument } from "#contract/admin/documents.ts";
import type { AdminDocument } from "#domain/documents/admin-document.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ExternalLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";

type ShareCardProps = { document: AdminDocument; mayChange: boolean };

/** The public view of a document that was sent: whether it is open, its address, and its switch. */
export function ShareCard({ document: { uniqueDocumentId, status }, mayChange }: ShareCardProps) {
  const params = { id: uniqueDocumentId };
  const { data, error, mutate } = useCall(getSharing, { params });
  const cached = useCached();
  const [isBusy, setIsBusy] = useState(false);
  const address = `${window.location.origin}/view/${encodeURIComponent(uniqueDocumentId)}`;

  async function share(isShared: boolean) {
    setIsBusy(true);
    try {
      const sharing = await call(shareDocument, { params, body: { isShared } });
      await cached.replace(getSharing, { params }, sharing);
      void cached.refetch(listActivity);
      showToast({ title: isShared ? "Public view opened" : "Public view closed" });
    } catch (failure) {
      showToast({ tone: "error", title: "The public view was not changed", text: explainFailure(failure) });
    }
    setIsBusy(false);
  }

  async function copy() {
    if (await copyText(address)) return showToast({ title: "Link copied" });
    showToast({
      tone: "error",
      title: "The link was not copied",
      text: "Your browser did not allow it. Copy the address of the link.",
    });
  }

  return (
    <Card aria-labelledby="sharing">
      <CardHeading id="sharing">Public view</CardHeading>
      <div className="space-y-3 px-5 py-4">
        {fetchFailure({ data, error, mutate }, "We were unable to fetch whether it is shared.")}
        {data === undefined && !error ? <Skeleton className="h-10" /> : null}
        {data?.isShared ? (
          <>
            <p>
              Anyone with <ExternalLink href={address}>its link</ExternalLink> can read it
              {data.expiresAt === null ? "" : " until "}
              {data.expiresAt === null ? null : <DateTimeText iso={data.expiresAt} />}.
              {status === "DRAFT" ? " The link shows nothing until the document is sent." : ""}
            </p>
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={() => void copy()}>
                Copy link
              </Button>
              {mayChange ? (
                <Button size="sm" tone="quiet" isBusy={isBusy} onClick={() => void share(false)}>
                  Close
                </Button>
              ) : null}
            </div>
          </>
        ) : null}
        {data && !data.isShared ? (
          <>
            <p className="text-ink-soft">
              {status === "DRAFT"
                ? "Once it is sent, you can share its public view with anyone who has the link."
                : "Closed: only the organization's people read it."}
            </p>
            {mayChange && status !== "DRAFT" ? (
              <Button size="sm" isBusy={isBusy} onClick={() => void share(true)}>
                Share with anyone who has the link
              </Button>
            ) : null}
          </>
        ) : null}
      </div>
    </Card>
  );
}

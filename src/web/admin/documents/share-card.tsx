import { listActivity } from "#contract/admin/activity.ts";
import { getSharing, shareDocument } from "#contract/admin/documents.ts";
import type { AdminDocument } from "#domain/documents/admin-document.ts";
import { call } from "#web/lib/call.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { ExternalLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { Fetched } from "../ui/fetched.tsx";
import { useAction } from "../ui/use-action.ts";

type ShareCardProps = { document: AdminDocument; mayChange: boolean };

/** The public view of a document that was sent: whether it is open, its address, and its switch. */
export function ShareCard({ document: { uniqueDocumentId, status }, mayChange }: ShareCardProps) {
  const params = { id: uniqueDocumentId };
  const answer = useCall(getSharing, { params });
  const cached = useCached();
  const { isBusy, run } = useAction("The public view was not changed");
  const address = `${window.location.origin}/view/${encodeURIComponent(uniqueDocumentId)}`;

  const share = (isShared: boolean) =>
    run(async () => {
      const sharing = await call(shareDocument, { params, body: { isShared } });
      await cached.replace(getSharing, { params }, sharing);
      void cached.refetch(listActivity);
      showToast({ title: isShared ? "Public view opened" : "Public view closed" });
    });

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
        <Fetched
          answer={answer}
          loading="Loading whether it is shared"
          className="h-10"
          failure="We were unable to fetch whether it is shared."
        >
          {({ isShared, expiresAt }) =>
            isShared ? (
              <>
                <p>
                  Anyone with <ExternalLink href={address}>its link</ExternalLink> can read it
                  {expiresAt === null ? "" : " until "}
                  {expiresAt === null ? null : <DateTimeText iso={expiresAt} />}.
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
            ) : (
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
            )
          }
        </Fetched>
      </div>
    </Card>
  );
}

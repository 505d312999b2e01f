import { listActivity } from "#contract/admin/activity.ts";
import { getOpenings, getSharing, shareDocument } from "#contract/admin/documents.ts";
import type { ManagedDocument } from "#domain/documents/managed-document.ts";
import { listedStatusOf, type OtherVersion } from "#domain/documents/unique-document.ts";
import { formatDay } from "#domain/invoices/invoice.ts";
import type { Openings } from "#domain/openings/opening.ts";
import { call } from "#web/lib/call.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { personPath } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ExternalLink, TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { documentPath } from "../ui/document-paths.ts";
import { Fetched } from "../ui/fetched.tsx";
import { useAction } from "../ui/use-action.ts";

/** What became of a document that was recalled, withdrawn or not decided in time. */
export function RecalledNotice({ document }: { document: ManagedDocument }) {
  const { withdrawal, recalledAt, closedBecause, validUntil } = document;
  if (closedBecause === "EXPIRED" && validUntil !== null) {
    return (
      <Notice tone="warning" title="Expired" className="mb-6">
        It was valid until <span translate="no">{formatDay(validUntil)}</span>. The client can still read it,
        but can no longer accept it.
      </Notice>
    );
  }
  if (withdrawal) {
    return (
      <Notice tone="warning" title="Withdrawn" className="mb-6">
        <p>
          <DateTimeText iso={withdrawal.withdrawnAt} />. The client sees why:
        </p>
        <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-line">
          {withdrawal.reason}
        </p>
      </Notice>
    );
  }
  if (recalledAt === null) return null;
  return (
    <Notice tone="info" title="Recalled" className="mb-6">
      <p>
        <DateTimeText iso={recalledAt} />. The client sees that you're still working on it until you send it
        again.
      </p>
    </Notice>
  );
}

/** What was sent of a document and when, and the documents that are versions of it. */
export function SentVersions({ document }: { document: ManagedDocument }) {
  const { versions, predecessor, successors } = document;
  if (versions.length === 0 && predecessor === null && successors.length === 0) return null;
  return (
    <Card aria-labelledby="versions">
      <CardHeading id="versions">Versions</CardHeading>
      <ul className="divide-y divide-line">
        {successors.map((one) => (
          <LinkedVersion key={one.uniqueDocumentId} version={one} label="New version" />
        ))}
        {versions.map(({ number, sentAt, sentBy, message }) => (
          <li key={number} className="px-5 py-2.5">
            <p className="font-medium">Version {number}</p>
            <p className="text-ink-soft text-sm">
              {sentBy === null ? "Imported" : <bdi translate="no">{sentBy}</bdi>},{" "}
              <DateTimeText iso={sentAt} />
            </p>
            {message === null ? null : (
              <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-line text-sm">
                {message}
              </p>
            )}
          </li>
        ))}
        {predecessor ? <LinkedVersion version={predecessor} label="Version before" /> : null}
      </ul>
    </Card>
  );
}

function LinkedVersion({ version, label }: { version: OtherVersion; label: string }) {
  const { uniqueDocumentId, externalId, name } = version;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-2.5">
      <span className="min-w-0">
        <span className="block text-ink-soft text-sm">{label}</span>
        <TextLink to={documentPath(uniqueDocumentId)} dir="auto" className="wrap-anywhere">
          {name}
        </TextLink>
        <span className="ml-2 whitespace-nowrap text-ink-faint text-sm">{externalId}</span>
      </span>
      <Badge status={listedStatusOf(version)} />
    </li>
  );
}

/** Who opened a sent document, first and last. */
export function OpeningsCard({ document: { uniqueDocumentId } }: { document: ManagedDocument }) {
  const answer = useCall(getOpenings, { params: { id: uniqueDocumentId } });
  return (
    <Card aria-labelledby="openings">
      <CardHeading id="openings">Opened by</CardHeading>
      <Fetched
        answer={answer}
        loading="Loading who opened it"
        className="mx-5 my-4 h-10"
        failure="We were unable to fetch who opened it."
      >
        {(openings) => <Readers openings={openings} />}
      </Fetched>
    </Card>
  );
}

function Readers({ openings: { total, people, visitors } }: { openings: Openings }) {
  if (total === 0 && visitors === null) {
    return <p className="px-5 py-4 text-ink-soft">Not opened yet.</p>;
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {people.map(({ userProfileId, name, page, pdf }) => (
          <li key={userProfileId} className="px-5 py-3">
            <TextLink to={personPath(userProfileId)}>
              <bdi translate="no" className="wrap-anywhere">
                {name}
              </bdi>
            </TextLink>
            {page ? <Visits visits={page} /> : null}
            {pdf ? <Visits visits={pdf} what="PDF: " /> : null}
          </li>
        ))}
        {visitors ? (
          <li className="px-5 py-3">
            Visitors of the public view
            <Visits visits={visitors} />
          </li>
        ) : null}
      </ul>
      {total > people.length ? (
        <p className="border-line border-t px-5 py-2 text-ink-soft text-sm">
          And {total - people.length} more
        </p>
      ) : null}
    </>
  );
}

type VisitsProps = { visits: NonNullable<Openings["visitors"]>; what?: string };

function Visits({ visits: { firstAt, lastAt, times }, what = "" }: VisitsProps) {
  return (
    <p className="text-ink-soft text-sm">
      {what}
      <DateTimeText iso={firstAt} />
      {times > 1 ? (
        <>
          , last <DateTimeText iso={lastAt} /> ({times.toLocaleString("en-AU")} visits)
        </>
      ) : null}
    </p>
  );
}

type ShareCardProps = { document: ManagedDocument; mayChange: boolean };

/** The public view of a document that was sent: whether it is open, its address, and its switch. */
export function ShareCard({ document: { uniqueDocumentId, status }, mayChange }: ShareCardProps) {
  const params = { id: uniqueDocumentId };
  const answer = useCall(getSharing, { params });
  const cached = useCached();
  const { isBusy, run } = useAction("The public view wasn't changed");
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
      title: "The link wasn't copied",
      text: "Your browser didn't allow it. Copy the address of the link.",
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
                    : "Closed: only the organization's people can read it."}
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

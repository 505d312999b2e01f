import { useRef, useState } from "react";
import { Exact } from "#blocks/exact.tsx";
import { listSessions } from "#contract/security.ts";
import { listLinkedIdentities, unlinkIdentity } from "#contract/single-sign-on.ts";
import type { LinkedIdentity } from "#domain/single-sign-on/issuer.ts";
import { BRAND } from "#web/lib/brand.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { ConfirmDialog } from "#web/ui/form-dialog.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toasts.tsx";

const HEADING_ID = "linked-identities-heading";

/** The sign-ins at issuers that open a person's account. */
export function LinkedIdentitiesCard() {
  const cached = useCached();
  const { data: identities, error, mutate } = useCall(listLinkedIdentities, {});
  const [unlinking, setUnlinking] = useState<LinkedIdentity | null>(null);
  const card = useRef<HTMLElement>(null);
  return (
    <Card ref={card} tabIndex={-1} aria-labelledby={HEADING_ID}>
      <CardHeading id={HEADING_ID}>Single sign-on</CardHeading>
      {identities ? (
        <Content identities={identities} onUnlink={setUnlinking} />
      ) : (
        (fetchFailure({ error, mutate }, "We couldn't load your single sign-on.") ?? (
          <Loading label="Loading your single sign-on" className="p-5">
            <Skeleton className="h-6 w-full" />
          </Loading>
        ))
      )}
      {unlinking ? (
        <ConfirmDialog
          title={`Unlink ${unlinking.issuerName}?`}
          description={
            "Everywhere that you signed in with it, you are signed out. A new sign-in with it and your verified email address links it again, unless the people who added it remove it."
          }
          action="Unlink"
          tone="danger"
          failureTitle="Nothing was unlinked"
          onSubmit={async () => {
            await call(unlinkIdentity, { params: { id: unlinking.linkedIdentityId } });
            setUnlinking(null);
            showToast({ title: "Unlinked", text: unlinking.issuerName });
            await Promise.all([cached.refetch(listLinkedIdentities), cached.refetch(listSessions)]);
            // The pressed button has gone with its line.
            card.current?.focus();
          }}
          onClose={() => setUnlinking(null)}
        />
      ) : null}
    </Card>
  );
}

type ContentProps = {
  identities: readonly LinkedIdentity[];
  onUnlink: (identity: LinkedIdentity) => void;
};

function Content({ identities, onUnlink }: ContentProps) {
  if (identities.length === 0)
    return <p className="p-5 text-ink-soft">You haven't signed in with single sign-on.</p>;
  return (
    <ul className="divide-y divide-line">
      {identities.map((identity) => (
        <li
          key={identity.linkedIdentityId}
          className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3"
        >
          <div className="min-w-0">
            <p className="wrap-anywhere font-medium">
              <Exact>{identity.issuerName}</Exact>
              <span className="font-normal text-ink-soft">
                {" "}
                of <Exact>{identity.organizationName ?? BRAND.companyName}</Exact>
              </span>
            </p>
            <p className="wrap-anywhere text-ink-soft text-sm">
              <Exact>{identity.email}</Exact>, since <DateText iso={identity.linkedAt} />, last used{" "}
              <DateText iso={identity.lastUsedAt} />
            </p>
          </div>
          <Button aria-label={`Unlink ${identity.issuerName}`} onClick={() => onUnlink(identity)}>
            Unlink
          </Button>
        </li>
      ))}
    </ul>
  );
}

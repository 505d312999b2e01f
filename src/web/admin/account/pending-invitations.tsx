import { useState } from "react";
import { endInvitation, listCompanyInvitations, resendInvitation } from "#contract/admin/people.ts";
import { adminRoleLabel } from "#domain/account/admin-role.ts";
import type { PendingInvitation } from "#domain/invitations/invitation.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toasts.tsx";

/** The people who are invited and have not joined yet; nothing if there are none. */
export function PendingInvitations({ mayChange }: { mayChange: boolean }) {
  const answer = useCall(listCompanyInvitations, {});
  const { data } = answer;
  const [failure, setFailure] = useState<string | null>(null);
  const unread = fetchFailure(answer, "We could not load the invitations.");
  if (unread) return <div className="mt-4">{unread}</div>;
  if (!data || (data.length === 0 && failure === null)) return null;
  return (
    <Card aria-labelledby="invited" className="mt-10">
      <CardHeading id="invited">Invited, not joined yet</CardHeading>
      {failure ? (
        <Notice tone="error" className="m-4">
          {failure}
        </Notice>
      ) : null}
      <ul className="divide-y divide-line">
        {data.map((invitation) => (
          <Invited
            key={invitation.invitationId}
            invitation={invitation}
            mayChange={mayChange}
            onFailure={setFailure}
          />
        ))}
      </ul>
    </Card>
  );
}

type InvitedProps = {
  invitation: PendingInvitation;
  mayChange: boolean;
  onFailure: (failure: string | null) => void;
};

function Invited({ invitation, mayChange, onFailure }: InvitedProps) {
  const cached = useCached();
  const [isBusy, setIsBusy] = useState(false);
  const { invitationId: id, email, adminRole } = invitation;
  const name = email ?? "Person with the printed link";

  async function act(title: string, work: () => Promise<unknown>) {
    setIsBusy(true);
    onFailure(null);
    try {
      await work();
      showToast({ title, text: name });
    } catch (error) {
      onFailure(explainFailure(error));
    }
    await cached.refetch(listCompanyInvitations);
    setIsBusy(false);
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">{name}</p>
        <p className="text-ink-soft text-sm">
          {adminRole ? adminRoleLabel(adminRole) : null}, invited by{" "}
          {invitation.invitedByName ?? "the portal's operator"}, <Until iso={invitation.expiresAt} />
        </p>
      </div>
      {mayChange ? (
        <div className="-ml-3 flex gap-1 sm:ml-0">
          {email === null ? null : (
            <Button
              size="sm"
              tone="quiet"
              disabled={isBusy}
              onClick={() =>
                void act("Invitation sent again", () => call(resendInvitation, { params: { id } }))
              }
            >
              Send again<span className="sr-only"> to {email}</span>
            </Button>
          )}
          <Button
            size="sm"
            tone="quiet"
            disabled={isBusy}
            onClick={() => void act("Invitation withdrawn", () => call(endInvitation, { params: { id } }))}
          >
            Withdraw<span className="sr-only"> from {name}</span>
          </Button>
        </div>
      ) : null}
    </li>
  );
}

function Until({ iso }: { iso: string }) {
  if (new Date(iso) <= new Date()) return <span className="text-red-ink">expired</span>;
  return (
    <>
      until <DateTimeText iso={iso} />
    </>
  );
}

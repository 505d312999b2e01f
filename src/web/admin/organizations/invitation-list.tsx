import { useState } from "react";
import { endMemberInvitation, resendMemberInvitation } from "#contract/admin/permissions.ts";
import type { Id } from "#domain/id.ts";
import type { PendingInvitation } from "#domain/invitations/invitation.ts";
import { PERMISSION_LABELS } from "#domain/permissions/managed-people.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toasts.tsx";

type InvitationListProps = {
  organizationId: Id;
  invitations: readonly PendingInvitation[];
  mayChange: boolean;
  onChanged: () => void;
};

/** The people who are invited to an organization and have not joined. */
export function InvitationList({ organizationId, invitations, mayChange, onChanged }: InvitationListProps) {
  const [busy, setBusy] = useState<Id | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function act({ invitationId, email }: PendingInvitation, isResending: boolean) {
    setBusy(invitationId);
    setFailure(null);
    const params = { id: organizationId, invitationId };
    try {
      if (isResending) await call(resendMemberInvitation, { params });
      else await call(endMemberInvitation, { params });
      showToast({ title: isResending ? "Invitation sent again" : "Invitation ended", text: email ?? "" });
    } catch (error) {
      setFailure(explainFailure(error));
    }
    setBusy(null);
    onChanged();
  }

  return (
    <Card aria-labelledby="invitations">
      <CardHeading id="invitations">Invited</CardHeading>
      {failure ? (
        <Notice tone="error" className="m-4">
          {failure}
        </Notice>
      ) : null}
      <ul className="divide-y divide-line">
        {invitations.map((invitation) => (
          <li
            key={invitation.invitationId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3"
          >
            <div className="min-w-0">
              <p className="wrap-anywhere font-medium">{invitation.email}</p>
              <p className="text-ink-soft text-sm">
                {invitation.permissionType ? `${PERMISSION_LABELS[invitation.permissionType]}. ` : null}
                Sent on <DateText iso={invitation.sentAt} />
                {invitation.invitedByName ? ` by ${invitation.invitedByName}` : null},{" "}
                {isPast(invitation.expiresAt) ? "expired on " : "works until "}
                <DateText iso={invitation.expiresAt} />.
              </p>
            </div>
            {mayChange ? (
              <div className="flex gap-2">
                <Button
                  size="sm"
                  isBusy={busy === invitation.invitationId}
                  onClick={() => void act(invitation, true)}
                >
                  Send again<span className="sr-only"> to {invitation.email}</span>
                </Button>
                <Button
                  size="sm"
                  tone="quiet"
                  disabled={busy !== null}
                  onClick={() => void act(invitation, false)}
                >
                  End<span className="sr-only"> the invitation of {invitation.email}</span>
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function isPast(iso: string): boolean {
  return Date.parse(iso) <= Date.now();
}

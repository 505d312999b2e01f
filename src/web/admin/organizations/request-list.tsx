import { useMemo, useState } from "react";
import {
  endMemberInvitation,
  grantRequest,
  listPeopleOfOrganization,
  refuseRequest,
  resendMemberInvitation,
} from "#contract/admin/permissions.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import type { PendingInvitation } from "#domain/invitations/invitation.ts";
import {
  type ManagedRequest,
  PERMISSION_LABELS,
  type PeopleOfOrganization,
} from "#domain/permissions/managed-people.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { ChoiceCards } from "#web/ui/choice-cards.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { DateText } from "#web/ui/date-text.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useRecordForm } from "#web/ui/record-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import type { BulkAction } from "../ui/bulk-run.ts";
import { BulkSelection } from "../ui/bulk-selection.tsx";

type RequestListProps = {
  requests: readonly ManagedRequest[];
  mayChange: boolean;
  onAnswered: (people: PeopleOfOrganization) => void;
};

/** The requests of an organization's writers for new people. */
export function RequestList({ requests, mayChange, onAnswered }: RequestListProps) {
  const [answered, setAnswered] = useState<ManagedRequest | null>(null);
  return (
    <Card aria-labelledby="requests">
      <CardHeading id="requests">Requests</CardHeading>
      <ul className="divide-y divide-line">
        {requests.map((request) => (
          <li
            key={request.organizationPermissionRequestId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span dir="auto" className="wrap-anywhere font-medium">
                  {displayName(request.userDetails)}
                </span>
                <Badge status="PENDING" label={request.isGranted ? "INVITED" : "PENDING"} />
              </p>
              <p className="wrap-anywhere text-ink-soft text-sm">{request.userDetails.email}</p>
              <p className="text-ink-soft text-sm">
                {PERMISSION_LABELS[request.permissionType]}. Asked
                {request.requestedByName ? ` by ${request.requestedByName}` : ""} on{" "}
                <DateText iso={request.requestedAt} />
                {request.isGranted ? null : (
                  <>
                    , expires on <DateText iso={request.expiresAt} />
                  </>
                )}
                .
              </p>
            </div>
            {mayChange ? (
              <Button size="sm" onClick={() => setAnswered(request)}>
                {request.isGranted ? "Withdraw" : "Answer"}
                <span className="sr-only"> {displayName(request.userDetails)}</span>
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {answered ? (
        <AnswerRequestDialog request={answered} onClose={() => setAnswered(null)} onAnswered={onAnswered} />
      ) : null}
    </Card>
  );
}

type AnswerRequestDialogProps = {
  request: ManagedRequest;
  onClose: () => void;
  onAnswered: (people: PeopleOfOrganization) => void;
};

const ANSWERS = [
  { value: "read", label: "Grant: can read", meaning: "Sees documents, work orders and invoices" },
  {
    value: "write",
    label: "Grant: can read and accept",
    meaning: "Also accepts and declines for the organization",
  },
  { value: "refuse", label: "Refuse", meaning: "The requester is notified" },
] as const;
type Typed = { answer: (typeof ANSWERS)[number]["value"]; reason: string };

/** Grants a request, with the requested right or the other one, or refuses it. */
function AnswerRequestDialog({ request, onClose, onAnswered }: AnswerRequestDialogProps) {
  const { userDetails, organizationName, isGranted } = request;
  const name = displayName(userDetails);
  const params = { id: request.organizationPermissionRequestId };
  const values: Typed = { answer: isGranted ? "refuse" : request.permissionType, reason: "" };
  const form = useRecordForm({
    values,
    async save({ answer, reason }) {
      onAnswered(
        answer === "refuse"
          ? await call(refuseRequest, { params, body: { reason } })
          : await call(grantRequest, { params, body: { permissionType: answer } }),
      );
      showToast(
        answer === "refuse"
          ? { title: "Request refused", text: name }
          : { title: "Request granted", text: `${userDetails.email} gets an invitation.` },
      );
      onClose();
    },
  });
  const isRefusal = form.watch("answer") === "refuse";

  return (
    <FormDialog
      form={form}
      title={isGranted ? `Withdraw the invitation of ${name}?` : `Access for ${name}?`}
      description={
        isGranted
          ? `Their link to ${organizationName} stops working at once.`
          : `${userDetails.email} is invited to ${organizationName} by email, and becomes a member once they join.`
      }
      action={isGranted ? "Withdraw" : isRefusal ? "Refuse" : "Grant and invite"}
      tone={isRefusal ? "danger" : "primary"}
      onClose={onClose}
    >
      {isGranted ? null : (
        <ChoiceCards legend="Answer" choices={ANSWERS} inputProps={() => form.register("answer")} />
      )}
      {isRefusal ? (
        <TextField
          isLong
          label="Reason (optional)"
          hint="The requester sees this."
          maxLength={300}
          form={form}
          name="reason"
        />
      ) : null}
    </FormDialog>
  );
}

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
      showToast({ title: isResending ? "Invitation sent again" : "Invitation withdrawn", text: email ?? "" });
    } catch (error) {
      setFailure(explainFailure(error));
    }
    setBusy(null);
    onChanged();
  }

  const actions = useMemo(() => invitationActions(organizationId), [organizationId]);
  return (
    <BulkSelection
      label="invitations"
      idOf={invitationIdOf}
      nameOf={invitationNameOf}
      columns={NO_COLUMNS}
      actions={actions}
      stale={STALE}
    >
      {([checkbox]) => (
        <Card aria-labelledby="invitations">
          <CardHeading id="invitations">Invited</CardHeading>
          {checkbox && invitations.length > 1 ? (
            <p className="flex items-center gap-3 border-line border-b px-5 py-2 text-ink-soft text-sm">
              {checkbox.headerCell?.(invitations)}
              <span aria-hidden="true">All</span>
            </p>
          ) : null}
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
                {checkbox?.cell?.(invitation)}
                <div className="min-w-0 flex-1 basis-48">
                  <p className="wrap-anywhere font-medium">{invitation.email}</p>
                  <p className="text-ink-soft text-sm">
                    {invitation.permissionType ? `${PERMISSION_LABELS[invitation.permissionType]}. ` : null}
                    {invitation.isMailDue ? "The email is about to be sent. Invited" : "Sent"} on{" "}
                    <DateText iso={invitation.sentAt} />
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
                      Withdraw<span className="sr-only"> the invitation of {invitation.email}</span>
                    </Button>
                  </div>
                ) : null}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </BulkSelection>
  );
}

const NO_COLUMNS: readonly DataTableColumn<PendingInvitation>[] = [];
const STALE = [listPeopleOfOrganization];
const invitationIdOf = (row: PendingInvitation) => row.invitationId;
const invitationNameOf = (row: PendingInvitation) => row.email ?? row.name;

/** What an owner does with several invitations to an organization. */
function invitationActions(id: Id): BulkAction<PendingInvitation>[] {
  return [
    {
      label: "Send again",
      who: "owner",
      run: ({ invitationId }) => call(resendMemberInvitation, { params: { id, invitationId } }),
      done: "is emailed again",
    },
    {
      label: "Withdraw",
      who: "owner",
      confirm: ({ length }) => ({
        title: length === 1 ? "Withdraw 1 invitation?" : `Withdraw ${length} invitations?`,
        text: "Their links stop working at once.",
        tone: "danger",
      }),
      run: ({ invitationId }) => call(endMemberInvitation, { params: { id, invitationId } }),
      done: "is withdrawn",
    },
  ];
}

function isPast(iso: string): boolean {
  return Date.parse(iso) <= Date.now();
}

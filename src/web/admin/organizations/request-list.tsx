import { useState } from "react";
import { displayName } from "#domain/account/user-profile.ts";
import {
  type ManagedRequest,
  PERMISSION_LABELS,
  type PeopleOfOrganization,
} from "#domain/permissions/managed-people.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { AnswerRequestDialog } from "./answer-request-dialog.tsx";

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

import { useState } from "react";
import { listAllOrganizations, verifyOrganizations } from "#contract/admin/organizations.ts";
import {
  type ListedOrganization,
  MAX_VERIFIED,
  type VerifiedRow,
} from "#domain/organizations/managed-organization.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/form-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { FloatingBar } from "../ui/floating-bar.tsx";

type ActivateBarProps = { selected: ReadonlyMap<string, ListedOrganization>; onClear: () => void };

/** Makes the selected organizations active together, and tells of each what became of it. */
export function ActivateBar({ selected, onClear }: ActivateBarProps) {
  const cached = useCached();
  const [isConfirming, setIsConfirming] = useState(false);
  const [outcomes, setOutcomes] = useState<readonly VerifiedRow[] | null>(null);
  const count = selected.size;
  const isTooMany = count > MAX_VERIFIED;
  const members = [...selected.values()].reduce((sum, row) => sum + row.members, 0);

  async function activate() {
    setOutcomes(await call(verifyOrganizations, { body: { organizationIds: [...selected.keys()] } }));
    await cached.refetch(listAllOrganizations);
    setIsConfirming(false);
    onClear();
  }

  if (count === 0 && outcomes === null) return null;
  return (
    <FloatingBar label="Chosen organizations" className="space-y-3">
      {outcomes ? (
        <Notice tone="info" title={describeOutcomes(outcomes)}>
          <ul className="max-h-40 overflow-y-auto">
            {outcomes.map(({ organizationId, organizationName, outcome }) => (
              <li key={organizationId} dir="auto">
                {organizationName ?? organizationId}: {OUTCOMES[outcome]}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto px-1 font-medium">
          {isTooMany ? `${count} chosen: at most ${MAX_VERIFIED} become active together` : `${count} chosen`}
        </p>
        <Button disabled={count === 0 || isTooMany} onClick={() => setIsConfirming(true)}>
          Make active
        </Button>
        <Button
          tone="quiet"
          onClick={() => {
            setOutcomes(null);
            onClear();
          }}
        >
          {outcomes && count === 0 ? "Close" : "Clear"}
        </Button>
      </div>
      {isConfirming ? (
        <ConfirmDialog
          title={`Make ${count === 1 ? "1 organization" : `${count} organizations`} active?`}
          description={`Their people can then see their documents, work orders and invoices. ${describeAudience(members)}`}
          action="Make active"
          failureTitle="No organization was made active"
          onSubmit={activate}
          onClose={() => setIsConfirming(false)}
        />
      ) : null}
    </FloatingBar>
  );
}

const OUTCOMES: Record<VerifiedRow["outcome"], string> = {
  activated: "is active now",
  "already-active": "was active already",
  "not-found": "does not exist any more",
};

function describeOutcomes(rows: readonly VerifiedRow[]): string {
  const count = rows.filter(({ outcome }) => outcome === "activated").length;
  if (count === 0) return "Nothing was changed";
  return count === 1 ? "1 organization is active now" : `${count} organizations are active now`;
}

function describeAudience(members: number): string {
  if (members === 0) return "They have no members yet, so no email is sent.";
  return members === 1 ? "1 member gets an email." : `${members} members get an email.`;
}

import { useState } from "react";
import { Exact } from "#blocks/exact.tsx";
import { changeIssuerRequirement, readIssuerRequirement } from "#contract/admin/single-sign-on.ts";
import { adminRoleLabel } from "#domain/account/admin-role.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Issuer, IssuerRequirement as Requirement, WayIn } from "#domain/single-sign-on/issuer.ts";
import { call } from "#web/lib/call.ts";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { ConfirmDialog } from "#web/ui/form-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toasts.tsx";

type IssuerRequirementProps = { issuer: Issuer; onChange: () => Promise<unknown> };

/** Whether the company's people sign in only by an issuer, and the dialogs that change it. */
export function IssuerRequirement({ issuer, onChange }: IssuerRequirementProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { requiredSince, name } = issuer;
  const isRequired = requiredSince !== null;
  const Dialog = isRequired ? AllowDialog : RequireDialog;

  async function change() {
    const { issuerId, recordVersion } = issuer;
    const body = { isRequired: !isRequired, recordVersion };
    await call(changeIssuerRequirement, { params: { id: issuerId }, body });
    await onChange();
    showToast({
      title: isRequired ? "Passwords and passkeys work again" : "It's the only way in now",
      text: name,
    });
    setIsOpen(false);
  }

  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 text-pretty text-sm">
        {isRequired ? (
          <>
            It's the only way in for your colleagues since <DateText iso={requiredSince} />.
          </>
        ) : (
          <span className="text-ink-soft">Passwords and passkeys sign your colleagues in as well.</span>
        )}
      </p>
      <Button
        aria-label={isRequired ? `Allow passwords beside ${name}` : `Make it the only way in: ${name}`}
        onClick={() => setIsOpen(true)}
      >
        {isRequired ? "Allow passwords" : "Make it the only way in"}
      </Button>
      {isOpen ? <Dialog issuer={issuer} change={change} onClose={() => setIsOpen(false)} /> : null}
    </div>
  );
}

type DialogProps = { issuer: Issuer; change: () => Promise<void>; onClose: () => void };

function AllowDialog({ issuer, change, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      title={`Allow passwords beside ${issuer.name}?`}
      description="Your colleagues can then sign in with their password or passkey again. The other owners get an email."
      action="Allow passwords"
      failureTitle="Nothing was changed"
      onSubmit={change}
      onClose={onClose}
    />
  );
}

function RequireDialog({ issuer, change, onClose }: DialogProps) {
  const { issuerId, name } = issuer;
  const answer = useCall(readIssuerRequirement, { params: { id: issuerId } });
  const { data: requirement } = answer;
  const missing = requirement ? findMissing(requirement) : null;
  return (
    <ConfirmDialog
      title={`Make ${name} the only way in?`}
      description={`Passwords and passkeys no longer sign your colleagues in, and everyone who signed in with them is signed out now. Clients sign in as before.`}
      action="Make it the only way in"
      tone="danger"
      isDisabled={!requirement || missing !== null}
      failureTitle="Nothing was changed"
      onSubmit={change}
      onClose={onClose}
    >
      {requirement ? (
        <>
          {missing === null ? null : <Notice tone="warning">{missing}</Notice>}
          <LockedOut people={requirement.people} />
          <p className="text-pretty text-ink-soft text-sm">
            If {name} fails, the person who runs the portal's server allows passwords again with{" "}
            <Exact>“counterpart invite-owner”</Exact>.
          </p>
        </>
      ) : (
        (fetchFailure(answer, "We couldn't load who could sign in.") ?? (
          <Loading label="Loading who could sign in">
            <Skeleton className="h-16 w-full" />
          </Loading>
        ))
      )}
    </ConfirmDialog>
  );
}

/** What is to be done first, as the server would refuse it; null: nothing. */
function findMissing({ isCallerSignedInByIt, people }: Requirement): string | null {
  if (!isCallerSignedInByIt)
    return "You signed in another way. Sign out, sign in with it, then come back. That shows that it lets you in.";
  const owners = people.filter((one) => one.adminRole === "owner" && one.obstacle === null);
  return owners.length < 2
    ? "Only you would get in as an owner. Let another owner sign in with it first."
    : null;
}

/** Why people can't sign in with it yet. */
const OBSTACLES: Record<NonNullable<WayIn["obstacle"]>, string> = {
  "not-linked": "Have never signed in with it. The first time, their email there must be the one here:",
  passkey: "Have a passkey but no authenticator app, and must add the app first:",
};

function LockedOut({ people }: { people: readonly WayIn[] }) {
  const lockedOut = people.filter((one) => one.obstacle !== null);
  if (lockedOut.length === 0)
    return <p className="text-pretty">Each of your colleagues can sign in with it.</p>;
  return (
    <div>
      <p className="text-pretty">Not all of your colleagues can sign in with it yet:</p>
      <div className="max-h-60 overflow-y-auto text-sm">
        {[...Map.groupBy(lockedOut, (one) => one.obstacle)].map(([obstacle, ofObstacle]) => (
          <div key={obstacle} className="mt-2">
            {obstacle === null ? null : <p className="text-pretty text-ink-soft">{OBSTACLES[obstacle]}</p>}
            <ul className="mt-1 list-disc ps-5 marker:text-ink-faint">
              {ofObstacle.map((one) => (
                <li key={one.userProfileId} className="wrap-anywhere">
                  <Exact className="font-medium">{displayName(one)}</Exact>,{" "}
                  {adminRoleLabel(one.adminRole).toLowerCase()}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </div>
  );
}

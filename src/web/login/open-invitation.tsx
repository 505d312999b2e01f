import { useState } from "react";
import { Exact, ExactIn } from "#blocks/exact.tsx";
import { acceptInvitation, acceptInvitationAsSignedIn } from "#contract/invitations.ts";
import { adminRoleLabel } from "#domain/account/admin-role.ts";
import { BRAND } from "#web/lib/brand.ts";
import { call } from "#web/lib/call.ts";
import { signIn } from "#web/lib/session.ts";
import { AcceptAsSignedIn } from "./accept-as-signed-in.tsx";
import { ExistingAccountForm } from "./existing-account-form.tsx";
import { refusalOf } from "./login-step.ts";
import { NewAccountForm } from "./new-account-form.tsx";
import { enter, type Received, type Visitor } from "./received-invitation.ts";

type OpenInvitationProps = { token: string; invitation: Received; visitor: Visitor };

/** An invitation that waits: for a new account, for a sign-in, or for the press of the person who is signed in. */
export function OpenInvitation({ token, invitation, visitor }: OpenInvitationProps) {
  const { organizationName } = invitation;
  return (
    <>
      <h1 className="text-balance font-semibold font-text text-2xl">
        Join <Exact>{organizationName ?? BRAND.companyName}</Exact>
      </h1>
      <p className="mt-2 text-pretty text-ink-soft">
        <ExactIn
          text={sentenceOf(invitation)}
          names={[organizationName, invitation.invitedByName, BRAND.companyName]}
        />
      </p>
      {visitor === null ? (
        <AccountForms token={token} invitation={invitation} />
      ) : (
        <AcceptAsSignedIn token={token} invitation={invitation} profile={visitor.profile} />
      )}
    </>
  );
}

function sentenceOf({ adminRole, organizationName, permissionType, invitedByName }: Received): string {
  const company = BRAND.companyName;
  if (adminRole === null) {
    const may = permissionType === "write" ? "read and accept" : "read";
    return `${company} has invited you to its client portal, where you can ${may} the documents for ${organizationName}.`;
  }
  const invited = invitedByName === null ? "You are invited" : `${invitedByName} has invited you`;
  return `${invited} to work in the client portal of ${company}. Your role: ${adminRoleLabel(adminRole).toLowerCase()}.`;
}

function AccountForms({ token, invitation }: { token: string; invitation: Received }) {
  const [knownEmail, setKnownEmail] = useState(invitation.hasAccount ? invitation.email : null);

  if (knownEmail !== null) {
    const accept = async () => enter(await call(acceptInvitationAsSignedIn, { body: { token } }));
    return (
      <ExistingAccountForm
        email={knownEmail}
        onEntered={accept}
        onSend={async (password, code) => {
          await signIn(knownEmail, password, code);
          await accept();
        }}
      />
    );
  }
  return (
    <NewAccountForm
      invitation={invitation}
      onSend={async ({ email, ...account }) => {
        const body = { token, ...account, ...(invitation.email === null && { email }) };
        try {
          const joined = await call(acceptInvitation, { body });
          await signIn(joined.email, account.password);
          enter(joined);
        } catch (error) {
          if (refusalOf(error) !== "has-account") throw error;
          setKnownEmail(invitation.email ?? email);
        }
      }}
    />
  );
}

import { useState } from "react";
import { Exact, ExactIn } from "#blocks/exact.tsx";
import { acceptInvitation, acceptInvitationAsSignedIn, type readInvitation } from "#contract/invitations.ts";
import { adminRoleLabel } from "#domain/account/admin-role.ts";
import { displayName, type UserProfile } from "#domain/account/user-profile.ts";
import type { SignInIssuer } from "#domain/single-sign-on/issuer.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { BRAND } from "#web/lib/brand.ts";
import { call, type Reply } from "#web/lib/call.ts";
import { postAuth, signIn } from "#web/lib/session.ts";
import { PATHS } from "#web/paths.ts";
import { IssuerButtonList } from "#web/security/issuer-buttons.tsx";
import {
  FACTOR_CODE_RULES,
  NAME_RULES,
  NEW_EMAIL_RULES,
  PASSWORD_RULES,
  refusalOf,
} from "#web/security/login-step.ts";
import { PasskeyButton } from "#web/security/passkey-button.tsx";
import { CODE_FIELD, NEW_PASSWORD_RULES, PASSWORD_FIELD } from "#web/security/sign-in-fields.ts";
import { EmailField, NameFields, NewPasswordField, StepFrame } from "#web/security/step-frame.tsx";
import { useStepForm } from "#web/security/use-step-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { JoiningCode } from "./joining-code.tsx";

export type Received = Reply<typeof readInvitation>;

/** The viewer: null without a session. A person without a profile can sign in but has no organization. */
export type Visitor = { profile: UserProfile | null } | null;

/** The token of the link, and the mailed code if joining needs one. */
type JoiningLink = { token: string; code?: string };

/** Reloads the portal after a person joined, because this page loaded its data before. */
function enter({ isAdmin, slug }: Reply<typeof acceptInvitation>): void {
  const path = slug === null ? PATHS.dashboard : `/doc/${slug}`;
  window.location.replace(isAdmin ? PATHS.admin : path);
}

type OpenInvitationProps = { token: string; invitation: Received; visitor: Visitor };

/** An invitation that waits: for a new account, for a sign-in, or for the press of the person who is signed in. */
export function OpenInvitation({ token, invitation, visitor }: OpenInvitationProps) {
  const { organizationName } = invitation;
  const [issuer, setIssuer] = useState(invitation.requiredIssuer);
  const join = (code?: string) => {
    const link = { token, ...(code && { code }) };
    const joining = { link, invitation, onRequired: setIssuer };
    return visitor === null ? (
      <AccountForms {...joining} />
    ) : (
      <AcceptAsSignedIn {...joining} profile={visitor.profile} />
    );
  };
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
      {issuer ? (
        <JoinByIssuer issuer={issuer} email={invitation.email} />
      ) : invitation.needsCode ? (
        <JoiningCode token={token} email={invitation.email}>
          {join}
        </JoiningCode>
      ) : (
        join()
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

type JoinByIssuerProps = { issuer: SignInIssuer; email: string | null };

/** While the company's people sign in only by an issuer, its sign-in accepts the invitation. */
function JoinByIssuer({ issuer, email }: JoinByIssuerProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { name } = issuer;
  const { companyName } = BRAND;
  return (
    <>
      <p className="mt-4 mb-6 text-pretty wrap-anywhere">
        <ExactIn
          text={`The people of ${companyName} sign in only with ${name}. Signing in with it accepts the invitation${email === null ? "." : `, if your email there is ${email}.`}`}
          names={[companyName, name, email]}
        />
      </p>
      {failure ? (
        <Notice tone="error" className="mb-4">
          {failure}
        </Notice>
      ) : null}
      <IssuerButtonList issuers={[issuer]} tone="primary" onFailure={setFailure} returnTo={PATHS.admin} />
    </>
  );
}

type JoiningProps = {
  link: JoiningLink;
  invitation: Received;
  /** Called if the company's people sign in only by an issuer since the invitation was loaded. */
  onRequired: (issuer: SignInIssuer) => void;
};

/** useStepForm of a way to join. */
function useJoiningForm<Values extends Record<string, string>>(
  values: Values,
  onRequired: JoiningProps["onRequired"],
  send: (values: Values) => Promise<void>,
) {
  return useStepForm(values, (typed) =>
    send(typed).catch((error: unknown) => {
      if (!(error instanceof ApiError) || refusalOf(error) !== "single-sign-on-only") throw error;
      onRequired(error.details as SignInIssuer);
    }),
  );
}

function AccountForms({ invitation, ...joining }: JoiningProps) {
  const [knownEmail, setKnownEmail] = useState(invitation.hasAccount ? invitation.email : null);

  if (knownEmail !== null) return <ExistingAccountForm {...joining} email={knownEmail} />;
  return <NewAccountForm {...joining} invitation={invitation} onKnownEmail={setKnownEmail} />;
}

type AcceptAsSignedInProps = JoiningProps & { profile: UserProfile | null };

/** For the person who is signed in: they join with one press, or learn that the invitation is another person's. */
function AcceptAsSignedIn({ link, invitation, profile, onRequired }: AcceptAsSignedInProps) {
  const form = useJoiningForm({ firstName: "", lastName: "" }, onRequired, async (names) => {
    const body = profile === null ? { ...link, ...names } : link;
    enter(await call(acceptInvitationAsSignedIn, { body }));
  });
  const invited = invitation.email;
  if (profile && invited !== null && profile.email.toLowerCase() !== invited.toLowerCase()) {
    return <SignOutFirst email={profile.email} invitedEmail={invited} />;
  }
  return (
    <StepFrame
      form={form}
      intro={profile ? `You're signed in as ${displayName(profile)}, ${profile.email}.` : null}
      action="Accept the invitation"
    >
      {profile ? null : (
        <NameFields
          firstName={form.field("firstName", NAME_RULES.first)}
          lastName={form.field("lastName", NAME_RULES.last)}
        />
      )}
    </StepFrame>
  );
}

/** Another person is signed in in this browser. */
function SignOutFirst({ email, invitedEmail }: { email: string; invitedEmail: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  async function leave() {
    setIsBusy(true);
    setHasFailed(false);
    try {
      await postAuth("sign-out", {});
      window.location.reload();
    } catch {
      setHasFailed(true);
      setIsBusy(false);
    }
  }

  return (
    <>
      <p className="mt-4 text-pretty [overflow-wrap:anywhere]">
        This invitation was sent to <strong className="font-semibold">{invitedEmail}</strong>, and you are
        signed in as <strong className="font-semibold">{email}</strong>. Sign out, then accept it.
      </p>
      {hasFailed ? (
        <Notice tone="error" className="mt-4">
          We couldn't sign you out. Please check your connection and try again.
        </Notice>
      ) : null}
      <Button size="lg" isWide tone="primary" className="mt-6" isBusy={isBusy} onClick={() => void leave()}>
        Sign out
      </Button>
    </>
  );
}

type ExistingAccountFormProps = Omit<JoiningProps, "invitation"> & { email: string };

/** For an invited person who has an account: their password signs them in and accepts the invitation. */
function ExistingAccountForm({ link, email, onRequired }: ExistingAccountFormProps) {
  const [needsCode, setNeedsCode] = useState(false);
  const accept = async () => enter(await call(acceptInvitationAsSignedIn, { body: link }));
  const form = useJoiningForm({ password: "", code: "" }, onRequired, async ({ password, code }) => {
    try {
      await signIn(email, password, code);
      await accept();
    } catch (error) {
      if (refusalOf(error) !== "second-factor") throw error;
      setNeedsCode(true);
    }
  });
  return (
    <StepFrame
      form={form}
      intro={`${email} has an account here already. Sign in with it to accept.`}
      action="Sign in and accept"
      other={<PasskeyButton onFailure={form.setFailure} onEntered={accept} />}
      footer={<TextLink to={`${PATHS.login}?step=forgot-password`}>Forgot your password?</TextLink>}
    >
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField {...PASSWORD_FIELD} {...form.field("password", PASSWORD_RULES)} />
      {needsCode ? <TextField {...CODE_FIELD} {...form.field("code", FACTOR_CODE_RULES)} /> : null}
    </StepFrame>
  );
}

type NewAccountFormProps = JoiningProps & {
  /** Called with the email if it has an account already. */
  onKnownEmail: (email: string) => void;
};

/** For an invited person without an account: their name and a password of their choice. */
function NewAccountForm({ link, invitation, onRequired, onKnownEmail }: NewAccountFormProps) {
  const { email, firstName, lastName } = invitation;
  const values = { email: email ?? "", firstName, lastName, password: "" };
  const form = useJoiningForm(values, onRequired, async ({ email: typedEmail, ...account }) => {
    const body = { ...link, ...account, ...(email === null && { email: typedEmail }) };
    try {
      const joined = await call(acceptInvitation, { body });
      await signIn(joined.email, account.password);
      enter(joined);
    } catch (error) {
      if (refusalOf(error) !== "has-account") throw error;
      onKnownEmail(email ?? typedEmail);
    }
  });
  return (
    <StepFrame form={form} action="Accept the invitation">
      {email === null ? (
        <EmailField {...form.field("email", NEW_EMAIL_RULES)} />
      ) : (
        <EmailField {...form.field("email")} readOnly className="bg-sunken text-ink-soft" />
      )}
      <NameFields
        firstName={form.field("firstName", NAME_RULES.first)}
        lastName={form.field("lastName", NAME_RULES.last)}
      />
      <NewPasswordField label="Choose a password" {...form.field("password", NEW_PASSWORD_RULES)} />
    </StepFrame>
  );
}

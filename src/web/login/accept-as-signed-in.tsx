import { useState } from "react";
import { acceptInvitationAsSignedIn } from "#contract/invitations.ts";
import { displayName, type UserProfile } from "#domain/account/user-profile.ts";
import { call } from "#web/lib/call.ts";
import { postAuth } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { NAME_RULES } from "./login-step.ts";
import { enter, type Received } from "./received-invitation.ts";
import { NameFields } from "./step-fields.tsx";
import { StepFrame } from "./step-frame.tsx";
import { useStepForm } from "./use-step-form.ts";

type AcceptAsSignedInProps = { token: string; invitation: Received; profile: UserProfile | null };

/** For the person who is signed in: they join with one press, or learn that the invitation is another person's. */
export function AcceptAsSignedIn({ token, invitation, profile }: AcceptAsSignedInProps) {
  const form = useStepForm({ firstName: "", lastName: "" }, async (names) => {
    const body = profile === null ? { token, ...names } : { token };
    enter(await call(acceptInvitationAsSignedIn, { body }));
  });
  const invited = invitation.email;
  if (profile && invited !== null && !isSame(profile.email, invited)) {
    return <SignOutFirst email={profile.email} invitedEmail={invited} />;
  }
  return (
    <StepFrame
      intro={profile ? `You are signed in as ${displayName(profile)}, ${profile.email}.` : null}
      failure={form.failure}
      action="Accept the invitation"
      isBusy={form.isBusy}
      onSubmit={form.submit}
      footer={null}
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

function isSame(email: string, other: string): boolean {
  return email.toLowerCase() === other.toLowerCase();
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
          You could not be signed out. Please check your connection and try again.
        </Notice>
      ) : null}
      <Button size="lg" isWide tone="primary" className="mt-6" isBusy={isBusy} onClick={() => void leave()}>
        Sign out
      </Button>
    </>
  );
}

import { useEffect, useState } from "react";
import { getProfile } from "#contract/account.ts";
import { listOwnSignatures } from "#contract/agreements.ts";
import { listOrganizations, listPermissions } from "#contract/permissions.ts";
import type { UserProfile } from "#domain/account/user-profile.ts";
import type { OwnSignature } from "#domain/agreements/general-document.ts";
import { type SigningChoice, signingChoice } from "#domain/agreements/signing-choice.ts";
import type { Id } from "#domain/id.ts";
import { untilConnected } from "#web/lib/connection.ts";
import { loginPath } from "#web/lib/return-address.ts";
import { useLocation } from "#web/lib/routing/use-routing.ts";
import { identityToken } from "#web/lib/session.ts";
import { useCall } from "#web/lib/use-call.ts";
import { FetchFailure } from "#web/ui/fetch-failure.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { PersonForm } from "./person-form.tsx";
import type { SeenDocument } from "./use-seen-document.ts";
import type { Signed } from "./use-sign-form.ts";
import { VisitorForm } from "./visitor-form.tsx";

export const SIGN_PANEL_ID = "sign";

type SignPanelProps = { seen: SeenDocument; onSigned: (signed: Signed) => void };

/** The panel beside the text, with the form for a person or for a visitor. */
export function SignPanel({ seen, onSigned }: SignPanelProps) {
  const signer = useSigner(seen.document.generalDocumentId);
  return (
    <section
      id={SIGN_PANEL_ID}
      aria-labelledby={`${SIGN_PANEL_ID}-heading`}
      className={
        "scroll-mt-4 rounded-[14px] border border-line bg-surface p-5 sm:max-lg:px-12 sm:max-lg:py-10 " +
        "lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto lg:p-6"
      }
    >
      <h2 id={`${SIGN_PANEL_ID}-heading`} className="font-semibold font-text text-xl">
        Your signature
      </h2>
      {seen.document.isRetired ? (
        <Notice tone="info" title="Not open for signatures" className="mt-4">
          You can read this document, but it can no longer be signed. Existing signatures stay valid.
        </Notice>
      ) : (
        <FormOf signer={signer} seen={seen} onSigned={onSigned} />
      )}
    </section>
  );
}

function FormOf({ signer, seen, onSigned }: SignPanelProps & { signer: Signer }) {
  const { pathname, search, hash } = useLocation();
  if (signer.kind === "unknown") {
    return (
      <Loading label="Loading the form" className="mt-4">
        <Skeleton className="h-72 w-full" />
      </Loading>
    );
  }
  if (signer.kind === "failed") {
    return (
      <div className="mt-4">
        <FetchFailure error={signer.error} onRetry={signer.retry}>
          We couldn't check whether you're signed in.
        </FetchFailure>
      </div>
    );
  }
  if (signer.kind === "person") {
    const { kind: _, ...person } = signer;
    return <PersonForm {...person} seen={seen} onSigned={onSigned} />;
  }
  return (
    <>
      {signer.isSignedIn ? null : (
        <p className="mt-1 text-ink-soft text-sm">
          Do you have an account? <TextLink to={loginPath(pathname + search + hash)}>Sign in</TextLink> and
          come back here.
        </p>
      )}
      <VisitorForm seen={seen} onSigned={onSigned} />
    </>
  );
}

type Signer =
  | { kind: "unknown" }
  | { kind: "failed"; error: Error; retry: () => void }
  | { kind: "visitor"; isSignedIn: boolean }
  | {
      kind: "person";
      profile: UserProfile;
      choice: SigningChoice;
      signatures: readonly OwnSignature[];
      refetchSignatures: () => void;
    };

/** The signer: a person with a profile, or a visitor. Signing needs no account. */
function useSigner(documentId: Id): Signer {
  const { session, retry } = useSignedIn();
  const isSignedIn = session !== undefined && "isSignedIn" in session && session.isSignedIn;
  const profile = useCall(getProfile, isSignedIn ? {} : null);
  const hasProfile = Boolean(profile.data?.userProfileId);
  const organizations = useCall(listOrganizations, hasProfile ? {} : null);
  const permissions = useCall(listPermissions, hasProfile ? {} : null);
  const signatures = useCall(listOwnSignatures, hasProfile ? {} : null);

  if (session === undefined) return { kind: "unknown" };
  if ("error" in session) return { kind: "failed", error: session.error, retry };
  if (!isSignedIn || profile.data === null) return { kind: "visitor", isSignedIn };
  if (profile.data && organizations.data && permissions.data && signatures.data) {
    return {
      kind: "person",
      profile: profile.data,
      choice: signingChoice(profile.data, organizations.data, permissions.data),
      signatures: signatures.data.filter((one) => one.documentId === documentId),
      refetchSignatures: () => void signatures.mutate(),
    };
  }
  return failedOf([profile, organizations, permissions, signatures]);
}

function failedOf(answers: readonly { error?: Error | undefined; mutate: () => unknown }[]): Signer {
  const failed = answers.find((one) => one.error);
  if (!failed?.error) return { kind: "unknown" };
  return { kind: "failed", error: failed.error, retry: () => void failed.mutate() };
}

type SessionState = { isSignedIn: boolean } | { error: Error };

/** Queried once, so that signing in or out in another window does not replace a form that is being filled in. */
function useSignedIn(): { session: SessionState | undefined; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [session, setSession] = useState<SessionState>();
  const retry = () => setAttempt((now) => now + 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let isLeft = false;
    identityToken().then(
      (token) => {
        if (!isLeft) setSession({ isSignedIn: token !== null });
      },
      (error: Error) => {
        if (isLeft) return;
        setSession({ error });
        void untilConnected().then((wasLost) => {
          if (wasLost && !isLeft) retry();
        });
      },
    );
    return () => {
      isLeft = true;
    };
  }, [attempt]);
  return { session, retry };
}

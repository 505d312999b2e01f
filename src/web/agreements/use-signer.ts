import { useEffect, useState } from "react";
import { getProfile } from "#contract/account.ts";
import { listOwnSignatures } from "#contract/agreements.ts";
import { listOrganizations } from "#contract/organizations.ts";
import { listPermissions } from "#contract/permissions.ts";
import type { UserProfile } from "#domain/account/user-profile.ts";
import type { OwnSignature } from "#domain/agreements/general-document.ts";
import { type SigningChoice, signingChoice } from "#domain/agreements/signing-choice.ts";
import type { Id } from "#domain/id.ts";
import { untilConnected } from "#web/lib/connection.ts";
import { identityToken } from "#web/lib/session.ts";
import { useCall } from "#web/lib/use-call.ts";

export type Signer =
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

/** The signer: a person with a profile, or a visitor. Nobody has to sign in to sign. */
export function useSigner(documentId: Id): Signer {
  const { told, retry } = useSignedIn();
  const isSignedIn = told !== undefined && "isSignedIn" in told && told.isSignedIn;
  const profile = useCall(getProfile, isSignedIn ? {} : null);
  const hasProfile = Boolean(profile.data?.userProfileId);
  const organizations = useCall(listOrganizations, hasProfile ? {} : null);
  const permissions = useCall(listPermissions, hasProfile ? {} : null);
  const signatures = useCall(listOwnSignatures, hasProfile ? {} : null);

  if (told === undefined) return { kind: "unknown" };
  if ("error" in told) return { kind: "failed", error: told.error, retry };
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
  const failed = [profile, organizations, permissions, signatures].find((one) => one.error);
  if (!failed?.error) return { kind: "unknown" };
  return { kind: "failed", error: failed.error, retry: () => void failed.mutate() };
}

type Told = { isSignedIn: boolean } | { error: Error };

/**
 * Whether somebody is signed in, asked once, so that signing in or out in another window does not replace a form
 * while somebody fills it in. If the connection failed, the question is repeated once it is back.
 */
function useSignedIn(): { told: Told | undefined; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [told, setTold] = useState<Told>();
  const retry = () => setAttempt((now) => now + 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let isLeft = false;
    identityToken().then(
      (token) => {
        if (!isLeft) setTold({ isSignedIn: token !== null });
      },
      (error: Error) => {
        if (isLeft) return;
        setTold({ error });
        void untilConnected().then((wasLost) => {
          if (wasLost && !isLeft) retry();
        });
      },
    );
    return () => {
      isLeft = true;
    };
  }, [attempt]);
  return { told, retry };
}

import { MailOpen } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { getProfile } from "#contract/account.ts";
import { readInvitation } from "#contract/invitations.ts";
import { isStatus } from "#web/lib/api-error.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { useLocation } from "#web/lib/routing/use-routing.ts";
import { identityToken } from "#web/lib/session.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { SignInScreen } from "#web/security/step-frame.tsx";
import { FailedNotice } from "#web/ui/notice.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { ClosedInvitation } from "./closed-invitation.tsx";
import { OpenInvitation, type Received, type Visitor } from "./open-invitation.tsx";

/** The target of the link in an invitation. Another link that is opened in this window differs behind "#" only. */
export function InvitationPage() {
  const { hash } = useLocation();
  usePageTitle("Invitation");
  return (
    <SignInScreen>
      <MailOpen aria-hidden="true" strokeWidth={1.25} className="mb-4 size-12 text-brand" />
      <Invitation key={hash} token={hash.slice(1)} />
    </SignInScreen>
  );
}

type Loaded = { invitation: Received | null; visitor: Visitor };

function Invitation({ token }: { token: string }): ReactNode {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isWaiting = loaded === null && failure === null;

  useEffect(() => {
    if (!isWaiting) return;
    loadInvitation(token).then(setLoaded, (error: unknown) => setFailure(explainFailure(error)));
  }, [token, isWaiting]);

  if (failure !== null) return <FailedNotice onRetry={() => setFailure(null)}>{failure}</FailedNotice>;
  if (loaded === null) {
    return (
      <Loading label="Loading the invitation">
        <Skeleton className="h-60 w-full rounded-lg" />
      </Loading>
    );
  }
  const { invitation, visitor } = loaded;
  if (invitation?.state === "open") {
    return <OpenInvitation token={token} invitation={invitation} visitor={visitor} />;
  }
  return <ClosedInvitation state={invitation?.state ?? "unknown"} visitor={visitor} />;
}

/** The contract accepts no shorter token. */
const SHORTEST_TOKEN = 20;

/** Reads the invitation and who is signed in. Opening the link changes nothing, because scanners open links too. */
async function loadInvitation(token: string): Promise<Loaded> {
  const visitor = (await identityToken()) === null ? null : { profile: await call(getProfile) };
  if (token.length < SHORTEST_TOKEN) return { invitation: null, visitor };
  const invitation = await call(readInvitation, { body: { token } }).catch((error: unknown) => {
    if (isStatus(error, 404)) return null;
    throw error;
  });
  return { invitation, visitor };
}

import { useRef, useState } from "react";
import { endSessions, listSessions } from "#contract/security.ts";
import type { SignInSession } from "#domain/account/sign-in.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { FactorCard } from "./factor-card.tsx";
import { LinkedIdentitiesCard } from "./linked-identities-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { PersonalDataCard } from "./personal-data-card.tsx";

/** The security cards of an account, for clients and admins. */
export function SecurityCards({ email }: { email: string }) {
  return (
    <div className="mt-4 max-w-2xl space-y-4">
      <PasswordCard email={email} />
      <PasskeysCard />
      <FactorCard />
      <LinkedIdentitiesCard />
      <SessionsCard />
      <PersonalDataCard />
    </div>
  );
}

const HEADING_ID = "sessions-heading";

/** Where the person is signed in, each with its end. */
function SessionsCard() {
  const cached = useCached();
  const { data: sessions, error, mutate } = useCall(listSessions, {});
  const card = useRef<HTMLElement>(null);
  const [ending, setEnding] = useState<string | null>(null);

  async function end(what: string, work: () => Promise<unknown>, title: string) {
    setEnding(what);
    try {
      await work();
      showToast({ title });
    } catch (failure) {
      showToast({ tone: "error", title: "No device was signed out", text: explainFailure(failure) });
    }
    await cached.refetch(listSessions);
    setEnding(null);
    // The pressed button has gone with its line.
    card.current?.focus();
  }

  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <Card ref={card} tabIndex={-1} aria-labelledby={HEADING_ID}>
      <CardHeading
        id={HEADING_ID}
        action={
          hasOthers ? (
            <Button
              isBusy={ending === "all"}
              disabled={ending !== null}
              onClick={() =>
                void end("all", () => call(endSessions, { body: {} }), "Signed out everywhere else")
              }
            >
              Sign out everywhere else
            </Button>
          ) : null
        }
      >
        Where you're signed in
      </CardHeading>
      {sessions ? (
        <ul className="divide-y divide-line">
          {sessions.map((session) => (
            <Row
              key={session.sessionId}
              session={session}
              isBusy={ending === session.sessionId}
              isLocked={ending !== null}
              onEnd={() =>
                void end(
                  session.sessionId,
                  () => call(endSessions, { body: { only: session.sessionId } }),
                  "Signed out there",
                )
              }
            />
          ))}
        </ul>
      ) : (
        (fetchFailure({ error, mutate }, "We couldn't load where you're signed in.") ?? (
          <Loading label="Loading where you're signed in" className="p-5">
            <Skeleton className="h-12 w-full" />
          </Loading>
        ))
      )}
    </Card>
  );
}

type RowProps = { session: SignInSession; isBusy: boolean; isLocked: boolean; onEnd: () => void };

function Row({ session, isBusy, isLocked, onEnd }: RowProps) {
  const name = session.browser ?? "A program";
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        <p className="text-ink-soft text-sm">
          Since <DateText iso={session.startedAt} />, last used <DateText iso={session.lastUsedAt} />
          {session.ipAddress ? (
            <>
              , from <span className="break-all">{session.ipAddress}</span>
            </>
          ) : null}
        </p>
      </div>
      {session.isCurrent ? (
        <span className="text-ink-soft text-sm">This browser</span>
      ) : (
        <Button aria-label={`Sign out ${name}`} isBusy={isBusy} disabled={isLocked} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}

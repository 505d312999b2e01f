import { useEffect, useState } from "react";
import { untilConnected } from "#web/lib/connection.ts";
import { identityToken } from "#web/lib/session.ts";

type Told = { isSignedIn: boolean } | { error: Error };

/**
 * Whether somebody is signed in, asked once: signing in or out elsewhere must not put another form in place of one
 * that is being filled in. What failed for want of a connection is asked again when that is back.
 */
export function useSignedIn(): { told: Told | undefined; retry: () => void } {
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

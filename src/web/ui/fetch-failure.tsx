import type { ReactNode } from "react";
import { ApiError } from "#web/lib/api-error.ts";
import { FailedNotice } from "./notice.tsx";

/** Whether the server refused the call, so that a retry cannot help. */
export function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

type Answer = { data?: unknown; error: Error | undefined; mutate: () => unknown };

/** Replaces a part whose answer could not be fetched; null while there is an answer, or none yet. */
export function fetchFailure({ data, error, mutate }: Answer, text: ReactNode): ReactNode {
  if (!error || data) return null;
  return (
    <FetchFailure error={error} onRetry={() => void mutate()}>
      {text}
    </FetchFailure>
  );
}

type FetchFailureProps = { error: Error; onRetry: () => void; children: ReactNode };

/** What could not be fetched, and why it was refused or a retry. */
export function FetchFailure({ error, onRetry, children }: FetchFailureProps) {
  if (!(error instanceof ApiError)) {
    return (
      <FailedNotice onRetry={onRetry}>
        <p>We couldn't reach the portal.</p>
        <p className="mt-1 text-ink-soft">We'll retry when you're back online.</p>
      </FailedNotice>
    );
  }
  return (
    <FailedNotice onRetry={isRefusal(error) ? undefined : onRetry}>
      <p>{children}</p>
      {error.status === 403 ? <p className="mt-1 text-ink-soft">{error.message}</p> : null}
    </FailedNotice>
  );
}

import type { ReactNode } from "react";
import { ApiError } from "#web/lib/api-error.ts";
import { FailedNotice } from "./notice.tsx";

/** Whether the server refused the call, so that a retry cannot help. */
export function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

type FailedReadProps = { error: Error; onRetry: () => void; children: ReactNode };

/** Replaces a part that could not be read: what happened, and why it was refused or a retry. */
export function FailedRead({ error, onRetry, children }: FailedReadProps) {
  if (!(error instanceof ApiError)) {
    return (
      <FailedNotice onRetry={onRetry}>
        <p>We couldn't reach the portal.</p>
        <p className="mt-1 text-ink-soft">We'll retry when you're back online.</p>
      </FailedNotice>
    );
  }
  if (!isRefusal(error)) {
    return (
      <FailedNotice onRetry={onRetry}>
        <p>{children}</p>
      </FailedNotice>
    );
  }
  return (
    <FailedNotice>
      <p>{children}</p>
      {error.status === 403 ? <p className="mt-1 text-ink-soft">{error.message}</p> : null}
    </FailedNotice>
  );
}

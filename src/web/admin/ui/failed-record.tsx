import type { ComponentProps } from "react";
import { ApiError } from "#web/lib/api-error.ts";
import { isRefusal } from "#web/ui/failed-read.tsx";
import { FailedScreen } from "#web/ui/failed-screen.tsx";

/** FailedScreen for a record of the company. Where the portal itself failed, it does not call the record missing. */
export function FailedRecord({ title, message, ...rest }: ComponentProps<typeof FailedScreen>) {
  const hasPortalFailed = rest.error instanceof ApiError && !isRefusal(rest.error);
  return (
    <FailedScreen
      {...rest}
      title={hasPortalFailed ? "We could not load this" : title}
      message={
        hasPortalFailed ? "Something went wrong on the server. Please try again in a moment." : message
      }
    />
  );
}

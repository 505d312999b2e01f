import { ApiError, fetchFailureText } from "#web/lib/api-error.ts";
import { Button } from "./button.tsx";
import { ErrorScreen } from "./error-screen.tsx";
import { isRefusal } from "./fetch-failure.tsx";

type FailedScreenProps = {
  error: Error;
  lookedFor: string;
  title: string;
  message: string;
  onRetry: () => void;
  link: { to: string; label: string };
};

/** Replaces a screen whose record could not be read, with a retry if one may help. */
export function FailedScreen({ error, lookedFor, title, message, onRetry, link }: FailedScreenProps) {
  const isUnreachable = !(error instanceof ApiError);
  return (
    <ErrorScreen
      isOffline={isUnreachable}
      lookedFor={lookedFor}
      title={isUnreachable ? "We couldn't reach the portal" : title}
      message={isUnreachable ? "We'll retry when you're back online." : fetchFailureText(error, message)}
      link={link}
    >
      {isRefusal(error) ? null : (
        <Button tone="primary" onClick={onRetry}>
          Try again
        </Button>
      )}
    </ErrorScreen>
  );
}

/** FailedScreen that calls no record missing where the portal itself failed. */
export function FailedRecord({ title, message, ...rest }: FailedScreenProps) {
  const hasPortalFailed = rest.error instanceof ApiError && !isRefusal(rest.error);
  return (
    <FailedScreen
      {...rest}
      title={hasPortalFailed ? "We couldn't load this" : title}
      message={
        hasPortalFailed ? "Something went wrong on the server. Please try again in a moment." : message
      }
    />
  );
}

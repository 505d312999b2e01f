import { WifiOff } from "lucide-react";
import { Component, type ReactNode } from "react";
import { PATHS } from "#web/paths.ts";
import { ButtonLink } from "./button.tsx";
import { PageBody } from "./page-body.tsx";

type ErrorScreenProps = {
  /** What was looked for, such as "Work order wo-3401". */
  lookedFor?: string | undefined;
  title: string;
  message?: ReactNode;
  /** The link to leave by; home by default. */
  link?: { to: string; label: string };
  /** Whether the connection is what failed, and no record. */
  isOffline?: boolean;
  /** Further actions beside the link, such as a retry. */
  children?: ReactNode;
};

/** Replaces a screen that cannot be shown: what was looked for, a title, a message and a link. */
export function ErrorScreen({ lookedFor, title, message, link, isOffline, children }: ErrorScreenProps) {
  const { to, label } = link ?? { to: PATHS.home, label: "Return home" };
  return (
    <PageBody role="alert" className="flex flex-col items-start sm:pt-16">
      {isOffline ? (
        <WifiOff aria-hidden="true" strokeWidth={1} className="mb-6 size-10 text-ink-faint" />
      ) : (
        <DocumentMark />
      )}
      {lookedFor ? <p className="mb-1 text-ink-faint text-sm wrap-anywhere">{lookedFor}</p> : null}
      <h1 className="text-balance font-text font-semibold text-3xl">{title}</h1>
      {message ? <p className="mt-3 max-w-[52ch] text-pretty text-ink-soft text-lg">{message}</p> : null}
      <div className="mt-8 flex flex-wrap gap-3">
        {children}
        <ButtonLink to={to}>{label}</ButtonLink>
      </div>
    </PageBody>
  );
}

function DocumentMark() {
  return (
    <svg
      viewBox="11 5 28 38"
      width="28"
      height="38"
      fill="none"
      aria-hidden="true"
      className="mb-6 text-ink-faint"
    >
      <path
        d="M12 6h17l9 9v27H12z M29 6v9h9"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <path d="M19 25h12M19 31h7" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}

type ErrorCatcherProps = { fallback: ReactNode; children: ReactNode };

/** Replaces a part that fails to render; the rest of the screen stays. */
export class ErrorCatcher extends Component<ErrorCatcherProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

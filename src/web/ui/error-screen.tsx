import type { ReactNode } from "react";
import { PATHS } from "#web/paths.ts";
import { ButtonLink } from "./button.tsx";

type ErrorScreenProps = {
  title: string;
  message?: ReactNode;
  /** The link to leave by; home by default. */
  link?: { to: string; label: string };
  /** Further actions beside the link, such as a retry. */
  children?: ReactNode;
};

/** Replaces a screen that cannot be shown: a title, a message and a link. */
export function ErrorScreen({ title, message, link, children }: ErrorScreenProps) {
  const { to, label } = link ?? { to: PATHS.home, label: "Return home" };
  return (
    <div role="alert" className="mx-auto flex w-full max-w-lg flex-col items-start px-4 py-16 sm:py-24">
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
      <h1 className="text-balance font-text font-semibold text-3xl">{title}</h1>
      {message ? <p className="mt-3 text-pretty text-ink-soft text-lg">{message}</p> : null}
      <div className="mt-8 flex flex-wrap gap-3">
        {children}
        <ButtonLink to={to}>{label}</ButtonLink>
      </div>
    </div>
  );
}

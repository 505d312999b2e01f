import type { FormEvent, ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";

type StepFrameProps = {
  intro?: ReactNode;
  message?: string | null;
  failure: string | null;
  action: string;
  isBusy: boolean;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
  /** Another way to the same end. */
  other?: ReactNode;
  /** Links to other steps. */
  footer: ReactNode;
};

/** The common layout of all steps: sentence, message, fields, one button, other steps. */
export function StepFrame({
  intro,
  message,
  failure,
  action,
  isBusy,
  onSubmit,
  children,
  other,
  footer,
}: StepFrameProps) {
  return (
    // The method lets nothing out of a form that is sent before its script is there.
    <form method="dialog" noValidate onSubmit={onSubmit} className="mt-2">
      {intro ? <p className="text-pretty text-ink-soft">{intro}</p> : null}
      {message && !failure ? (
        <Notice tone="success" className="mt-4">
          {message}
        </Notice>
      ) : null}
      {failure ? (
        <Notice tone="error" className="mt-4">
          {failure}
        </Notice>
      ) : null}
      <div className="mt-6 space-y-5">{children}</div>
      <Button type="submit" tone="primary" size="lg" isWide isBusy={isBusy} className="mt-6">
        {action}
      </Button>
      {other}
      {footer ? <div className="mt-5 flex flex-wrap justify-center gap-x-5 gap-y-2">{footer}</div> : null}
    </form>
  );
}

export function StepLink({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-6 rounded-sm font-medium text-brand underline decoration-brand/35 underline-offset-3 hover:decoration-brand touch:min-h-11"
    >
      {children}
    </button>
  );
}

import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#web/lib/class-names.ts";
import { Button } from "./button.tsx";

type NoticeTone = "info" | "success" | "warning" | "error";

const LOOKS: Record<NoticeTone, string> = {
  info: "bg-grey-fill text-ink [&>svg]:text-ink-soft",
  success: "bg-green-fill text-ink [&>svg]:text-green-ink",
  warning: "bg-orange-fill text-ink [&>svg]:text-orange-ink",
  error: "bg-red-fill text-ink [&>svg]:text-red-ink",
};

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };

type NoticeProps = {
  tone: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  /** What the reader can do. */
  action?: ReactNode;
  className?: string;
};

/** A message at the place that it is about. Screen readers announce errors at once. */
export function Notice({ tone, title, children, action, className }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={classNames("flex gap-3 rounded-lg px-4 py-3", LOOKS[tone], className)}
    >
      <Icon aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children ? <div className={title ? "text-ink-soft" : undefined}>{children}</div> : null}
        {action ? <div className="mt-2">{action}</div> : null}
      </div>
    </div>
  );
}

/** Replaces a part that could not be read: what happened, and a retry. */
export function FailedNotice({ children, onRetry }: { children: ReactNode; onRetry?: () => void }) {
  return (
    <Notice
      tone="error"
      action={
        onRetry ? (
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        ) : null
      }
    >
      {children}
    </Notice>
  );
}

import { ExactIn } from "#blocks/exact.tsx";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";

type UpdateNoticeProps = {
  tone: "warning" | "info";
  changes: readonly string[];
  onShow?: () => void;
  onDismiss?: () => void;
};

/** The changes in the document, before or after the new version is shown. */
export function UpdateNotice({ tone, changes, onShow, onDismiss }: UpdateNoticeProps) {
  return (
    <Notice
      tone={tone}
      title={onShow ? "This document has changed since you opened it." : "You now see the new version."}
      action={
        onShow ? (
          <Button size="sm" onClick={onShow}>
            Review changes
          </Button>
        ) : (
          <Button size="sm" onClick={onDismiss}>
            Got it
          </Button>
        )
      }
    >
      <ChangeList changes={changes} />
    </Notice>
  );
}

export function ChangeList({ changes }: { changes: readonly string[] }) {
  return (
    <ul className="list-disc space-y-0.5 pl-5">
      {changes.map((change) => (
        <li key={change}>
          <ExactIn text={change} />
        </li>
      ))}
    </ul>
  );
}

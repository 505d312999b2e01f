import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useAction } from "../ui/use-action.ts";
import { useEditor } from "./editing-context.ts";

/** Lists the parts of the stored page that cannot be read. They remain stored until an author removes them. */
export function UnreadNotice() {
  const { problems, leaveOutUnread } = useEditor().edited;
  const [isRemoved, setIsRemoved] = useState(false);
  const { isBusy, run } = useAction("The parts were not removed");
  const remove = () => run(() => leaveOutUnread().then(() => setIsRemoved(true)));
  if (isRemoved) return <Notice tone="success">The unreadable parts were removed.</Notice>;
  return (
    <Notice
      tone="warning"
      title="Parts of this page cannot be read"
      action={
        <Button size="sm" isBusy={isBusy} onClick={() => void remove()}>
          Remove them
        </Button>
      }
    >
      <ul className="list-disc pl-5">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      <p className="mt-1">
        They remain stored with the page and are not shown to readers until you remove them.
      </p>
    </Notice>
  );
}

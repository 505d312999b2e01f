import { useState } from "react";
import { explainFailure } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { useEditor } from "./editing-context.ts";

/** Lists the parts of the stored page that cannot be read. They remain stored until an author removes them. */
export function UnreadNotice() {
  const { problems, leaveOutUnread } = useEditor().edited;
  const [step, setStep] = useState<"kept" | "busy" | "out">("kept");

  async function leaveOut() {
    setStep("busy");
    try {
      await leaveOutUnread();
      setStep("out");
    } catch (error) {
      showToast({ tone: "error", title: "The parts were not removed", text: explainFailure(error) });
      setStep("kept");
    }
  }

  if (step === "out") return <Notice tone="success">The unreadable parts were removed.</Notice>;
  return (
    <Notice
      tone="warning"
      title="Parts of this page cannot be read"
      action={
        <Button size="sm" isBusy={step === "busy"} onClick={() => void leaveOut()}>
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

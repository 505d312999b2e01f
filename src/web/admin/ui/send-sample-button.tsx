import { useState } from "react";
import { sendSample } from "#contract/admin/drafts.ts";
import { getHome } from "#contract/admin/home.ts";
import type { Id } from "#domain/id.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { useAction } from "./use-action.ts";

/** Mails a draft to its reader, as the client will get it. */
export function SendSampleButton({ id, isNext = false }: { id: Id; isNext?: boolean }) {
  const cached = useCached();
  const [sentTo, setSentTo] = useState("");
  const { isBusy, run } = useAction("No sample was sent");
  const send = async () => {
    const body = { sampleId: Date.now().toString(36) };
    const { email } = await call(sendSample, { params: { id }, body });
    setSentTo(email);
    void cached.refetch(getHome);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button tone={isNext ? "primary" : "secondary"} isBusy={isBusy} onClick={() => void run(send)}>
        Email yourself a sample
      </Button>
      {/* Beside the button, because a toast is dimmed behind a dialog. */}
      <span role="status" className="wrap-anywhere text-ink-soft text-sm">
        {sentTo && `Sent to ${sentTo}`}
      </span>
    </div>
  );
}

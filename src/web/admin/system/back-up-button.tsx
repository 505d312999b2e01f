import { getBackups, requestBackup } from "#contract/admin/backups.ts";
import { getSystem } from "#contract/admin/system.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { useAction } from "../ui/use-action.ts";

/** Starts a backup beside the daily one, where backups are set up. */
export function BackUpButton() {
  const cached = useCached();
  const { data } = useCall(getBackups, {});
  const { isBusy, run } = useAction("No backup was started");
  if (!data?.backups) return null;
  const { isRunning } = data.backups;
  const start = async () => {
    const body = { backupRunId: `owner-${Date.now().toString(36)}` };
    const started = await call(requestBackup, { body });
    await cached.replace(getBackups, {}, started);
    void cached.refetch(getSystem);
    showToast({ title: "Backup started", text: "This page shows when it is made and was restored once." });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button size="sm" isBusy={isBusy || isRunning} onClick={() => void run(start)}>
        Back up now
      </Button>
      <span role="status" className="text-ink-soft text-sm">
        {isRunning ? "A backup is being made and restored as a rehearsal." : null}
      </span>
    </div>
  );
}

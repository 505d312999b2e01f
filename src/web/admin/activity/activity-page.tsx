import { useState } from "react";
import { exportActivity } from "#contract/admin/activity.ts";
import { MAX_EXPORTED } from "#domain/activity/activity.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { Button } from "#web/ui/button.tsx";
import { downloadText } from "#web/ui/download-text.ts";
import { Screen } from "#web/ui/page-body.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { type ActivityPart, Timeline } from "../ui/timeline.tsx";
import { ActivityFilters } from "./activity-filters.tsx";
import { useActivityPart } from "./use-activity-part.ts";

/** /admin/activity */
export function ActivityPage() {
  const shown = useActivityPart();
  const mayExport = useMayActAs("owner");
  return (
    <Screen
      title="Activity"
      intro="What your colleagues, your clients and the portal did."
      actions={mayExport ? <ExportButton part={shown.part} /> : null}
    >
      <ActivityFilters {...shown} />
      <Timeline of={shown.part} />
    </Screen>
  );
}

/** Exports the part that the filters show, whatever is searched in the table. */
function ExportButton({ part }: { part: ActivityPart }) {
  const [isBusy, setIsBusy] = useState(false);
  async function download() {
    setIsBusy(true);
    try {
      const { csv, rows, isCut } = await call(exportActivity, { body: part });
      downloadText("activity.csv", "text/csv", csv);
      const most = MAX_EXPORTED.toLocaleString("en-AU");
      showToast({
        title: rows === 1 ? "Exported 1 row" : `Exported ${rows.toLocaleString("en-AU")} rows`,
        ...(isCut && { text: `A file has the latest ${most} rows. Choose dates to export the others.` }),
      });
    } catch (error) {
      showToast({ tone: "error", title: "The activity was not exported", text: explainFailure(error) });
    }
    setIsBusy(false);
  }
  return (
    <Button isBusy={isBusy} onClick={() => void download()}>
      Export CSV
    </Button>
  );
}

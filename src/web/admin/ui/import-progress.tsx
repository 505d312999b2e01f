import { useEffect, useState } from "react";
import { Notice } from "#web/ui/notice.tsx";
import type { ImportRun } from "./import-runs.ts";

const count = new Intl.NumberFormat("en-AU");

/** Which file is being imported, and since when. */
export function ImportProgress({ noun, run }: { noun: string; run: ImportRun }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((now - run.startedAt) / 1000));
  return (
    <Notice
      tone="info"
      title={`Importing ${count.format(run.rows)} ${run.rows === 1 ? "row" : "rows"} of ${run.fileName}`}
    >
      <span className="block">
        This has taken {seconds} {seconds === 1 ? "second" : "seconds"} so far. You can go to other screens
        meanwhile: we tell you when the {noun} are in. All rows are imported, or none.
      </span>
      <progress aria-label="Import" className="mt-3 h-1.5 w-full accent-brand" />
    </Notice>
  );
}

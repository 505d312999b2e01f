import { exportOwnData } from "#contract/account.ts";
import type { PersonalDataLink } from "#domain/account/personal-data.ts";
import { call } from "#web/lib/call.ts";
import { useAction } from "#web/lib/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** The caller's own data as a file. */
export function PersonalDataCard() {
  return (
    <Card aria-labelledby="own-data">
      <CardHeading id="own-data">Your data</CardHeading>
      <DownloadData
        onDownload={() => call(exportOwnData, { body: { requestId: Date.now().toString(36) } })}
        intro="Everything the portal stores about you, as one file. Passwords and keys are left out."
      />
    </Card>
  );
}

type DownloadProps = { intro: string; onDownload: () => Promise<PersonalDataLink> };

export function DownloadData({ intro, onDownload }: DownloadProps) {
  const { isBusy, failure, run } = useAction();
  const download = () => run(async () => window.location.assign((await onDownload()).uri));
  return (
    <div className="space-y-3 px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 max-w-[52ch] flex-1 basis-64 text-pretty text-ink-soft">{intro}</p>
        <Button isBusy={isBusy} onClick={() => void download()}>
          Download data
        </Button>
      </div>
      {failure === null ? null : (
        <Notice tone="error" title="The data wasn't downloaded">
          {failure}
        </Notice>
      )}
    </div>
  );
}

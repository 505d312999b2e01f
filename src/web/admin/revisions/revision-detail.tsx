import { useEffect, useRef, useState } from "react";
import type { Revision } from "#domain/drafts/working-draft.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { FailedNotice } from "#web/ui/notice.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { PageDifference } from "../ui/page-difference.tsx";
import { OF_KIND, type Revised } from "./revised.ts";

type RevisionDetailProps = {
  revised: Revised;
  revision: Revision;
  /** Why the person cannot bring the page back; null if they can. */
  refusal: string | null;
  /** Resolves when the page and the list are read again. */
  onRestored: () => Promise<unknown>;
};

/** The differences from an earlier page, and the button that restores it. */
export function RevisionDetail({ revised, revision, refusal, onRestored }: RevisionDetailProps) {
  const { calls } = OF_KIND[revised.kind];
  const params = { id: revised.id, number: String(revision.revision) };
  const { data, error, mutate } = useCall(calls.get, { params });
  const cached = useCached();
  const [isBusy, setIsBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  // A button that could not be pressed for a moment has lost the focus.
  useEffect(() => {
    if (!isPressed.current || isBusy || !data) return;
    isPressed.current = false;
    if (document.activeElement === document.body) button.current?.focus();
  }, [isBusy, data]);

  async function restore() {
    setIsBusy(true);
    isPressed.current = true;
    try {
      await call(calls.restore, { params, body: { revision: revised.revision } });
      showToast({
        title: "The earlier version is restored",
        text: "The page that it replaced is at the top of the list.",
      });
    } catch (failure) {
      showToast({ tone: "error", title: "Nothing was changed", text: explainFailure(failure) });
    }
    void cached.refetch(calls.owner);
    await onRestored();
    setIsBusy(false);
  }

  return (
    <section aria-labelledby="difference" className="min-w-0">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="difference" className="font-semibold text-lg">
          What changed since <DateTimeText iso={revision.savedAt} />
        </h2>
        {refusal === null ? (
          <Button ref={button} tone="primary" isBusy={isBusy} disabled={!data} onClick={() => void restore()}>
            Restore this version
          </Button>
        ) : null}
      </div>
      {refusal === null ? null : <p className="mb-4 text-ink-soft text-sm">{refusal}</p>}
      {data ? (
        <PageDifference
          before={data.page}
          after={revised.page}
          work={revised.work}
          same="The page is the same now."
        />
      ) : error ? (
        <FailedNotice onRetry={() => void mutate()}>{explainFailure(error)}</FailedNotice>
      ) : (
        <Loading label="Comparing the pages">
          <Skeleton className="h-24 w-full rounded-lg" />
          <Skeleton className="mt-3 h-24 w-full rounded-lg" />
        </Loading>
      )}
    </section>
  );
}

import { useEffect, useRef } from "react";
import type { Revision } from "#domain/drafts/working-draft.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { Fetched } from "../ui/fetched.tsx";
import { PageDifference } from "../ui/page-difference.tsx";
import { useAction } from "../ui/use-action.ts";
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
  const answer = useCall(calls.get, { params });
  const { data } = answer;
  const cached = useCached();
  const { isBusy, run } = useAction("Nothing was changed");
  const button = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  // A button that could not be pressed for a moment has lost the focus.
  useEffect(() => {
    if (!isPressed.current || isBusy || !data) return;
    isPressed.current = false;
    if (document.activeElement === document.body) button.current?.focus();
  }, [isBusy, data]);

  async function restore() {
    isPressed.current = true;
    try {
      await call(calls.restore, { params, body: { revision: revised.revision } });
      const text = "The page that it replaced is at the top of the list.";
      showToast({ title: "The earlier version is restored", text });
    } finally {
      void cached.refetch(calls.owner);
      await onRestored();
    }
  }

  return (
    <section aria-labelledby="difference" className="min-w-0">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="difference" className="font-semibold text-lg">
          What changed since <DateTimeText iso={revision.savedAt} />
        </h2>
        {refusal === null ? (
          <Button
            ref={button}
            tone="primary"
            isBusy={isBusy}
            disabled={!data}
            onClick={() => void run(restore)}
          >
            Restore this version
          </Button>
        ) : null}
      </div>
      {refusal === null ? null : <p className="mb-4 text-ink-soft text-sm">{refusal}</p>}
      <Fetched answer={answer} loading="Comparing the pages" className="h-48 w-full rounded-lg">
        {({ page }) => (
          <PageDifference
            before={page}
            after={revised.page}
            work={revised.work}
            same="The page is the same now."
          />
        )}
      </Fetched>
    </section>
  );
}

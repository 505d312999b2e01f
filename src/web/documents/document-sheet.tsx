import { type ReactNode, useMemo } from "react";
import type { OpeningFact } from "#blocks/opening-facts.tsx";
import { PageContent } from "#blocks/page-content.tsx";
import type { RenderContext } from "#blocks/render-context.ts";
import type { Id } from "#domain/id.ts";
import type { PendingChoices } from "#domain/page/client-choices.ts";
import type { PuckState } from "#domain/page/page.ts";
import { sanitiseHtml } from "#web/lib/sanitise-html.ts";
import { ErrorCatcher } from "#web/ui/error-catcher.tsx";
import "./document-sheet.css";
import { IS_PREVIEW } from "./is-preview.ts";

type DocumentSheetProps = {
  page: PuckState;
  facts: readonly OpeningFact[];
  pending: PendingChoices;
  areChoicesLocked: boolean;
  onChoose: ((workOrderId: Id, wanted: boolean) => void) | undefined;
  /** Replaces a page whose blocks cannot be shown. */
  fallback: ReactNode;
};

/** The page on light paper in every theme, as its author and its PDF show it. */
export function DocumentSheet(props: DocumentSheetProps) {
  const { page, facts, pending, areChoicesLocked, onChoose, fallback } = props;
  const context = useMemo(
    (): RenderContext => ({
      mode: "view",
      sanitise: sanitiseHtml,
      ...(onChoose ? { onChooseOptional: onChoose } : {}),
      choiceState: (workOrderId) => (pending.has(workOrderId) && !IS_PREVIEW ? "saving" : "idle"),
      areChoicesLocked,
      onUnknownBlock: tellUnknownBlock,
    }),
    [pending, areChoicesLocked, onChoose],
  );
  return (
    <div data-sheet className="document-sheet">
      <ErrorCatcher fallback={fallback}>
        <PageContent page={page} context={context} facts={facts} />
      </ErrorCatcher>
    </div>
  );
}

/** The browser tells it, which draws the same page. */
function tellUnknownBlock(type: string): void {
  if (!import.meta.env.SSR) console.error(`This page has a block that cannot be shown: ${type}`);
}

import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef } from "react";
import type { HeroFact } from "#blocks/hero-facts.tsx";
import { PageContent } from "#blocks/page-content.tsx";
import { type RenderContext, SavingContext } from "#blocks/render-context.ts";
import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import type { PendingChoices } from "#domain/page/quoted-work.ts";
import { sanitiseHtml } from "#web/lib/sanitise-html.ts";
import { ErrorCatcher } from "#web/ui/error-screen.tsx";
import "./document-sheet.css";
import { IS_PREVIEW } from "./use-document.ts";

type DocumentSheetProps = {
  page: PuckState;
  facts: readonly HeroFact[];
  pending: PendingChoices;
  areChoicesLocked: boolean;
  onChoose: ((workOrderId: Id, isSelected: boolean) => void) | undefined;
  /** Replaces a page whose blocks cannot be shown. */
  fallback: ReactNode;
};

const NONE: PendingChoices = new Map();

/** The page on light paper in every theme, as its author and its PDF show it. */
export function DocumentSheet(props: DocumentSheetProps) {
  const { page, facts, pending, areChoicesLocked, onChoose, fallback } = props;
  const latest = useRef(onChoose);
  useLayoutEffect(() => {
    latest.current = onChoose;
  });
  const choose = useCallback(
    (workOrderId: Id, isSelected: boolean) => latest.current?.(workOrderId, isSelected),
    [],
  );
  const mayChoose = onChoose !== undefined;
  // The same at every tick, which must not render the whole page again.
  const context = useMemo(
    (): RenderContext => ({
      mode: "view",
      sanitise: sanitiseHtml,
      ...(mayChoose ? { onChooseOptional: choose } : {}),
      areChoicesLocked,
      onUnknownBlock: reportUnknownBlock,
    }),
    [areChoicesLocked, mayChoose, choose],
  );
  return (
    <div data-sheet className="document-sheet">
      <ErrorCatcher fallback={fallback}>
        <SavingContext value={IS_PREVIEW ? NONE : pending}>
          <PageContent page={page} context={context} facts={facts} />
        </SavingContext>
      </ErrorCatcher>
    </div>
  );
}

/** The browser reports the error, because it renders the same page. */
function reportUnknownBlock(type: string): void {
  if (!import.meta.env.SSR) console.error(`This page has a block that can't be shown: ${type}`);
}

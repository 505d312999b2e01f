import { useEffect, useMemo, useRef } from "react";
import { unshowableTypes } from "#domain/page/known-blocks.ts";
import type { PuckState } from "#domain/page/page.ts";
import { HeadingLevelsProvider, headingLevels } from "./heading-levels.ts";
import { PageItems } from "./page-items.tsx";
import { type RenderContext, RenderContextProvider } from "./render-context.ts";
import { PAPER, SurfaceProvider } from "./surface.ts";

/** A page for readers, on screen and on paper: its root and its blocks. */
export function PageContent({ page, context }: { page: PuckState; context: RenderContext }) {
  const levels = useMemo(() => headingLevels(page), [page]);
  useReportOfUnknown(page, context.onUnknownBlock);
  return (
    <RenderContextProvider value={context}>
      <HeadingLevelsProvider value={levels}>
        <SurfaceProvider value={PAPER}>
          <article className={`cp-page cp-page--${context.mode}`}>
            <PageItems items={page.content} />
          </article>
        </SurfaceProvider>
      </HeadingLevelsProvider>
    </RenderContextProvider>
  );
}

function useReportOfUnknown(page: PuckState, report: RenderContext["onUnknownBlock"]): void {
  const reported = useRef(new Set<string>());
  useEffect(() => {
    for (const type of unshowableTypes(page)) {
      if (reported.current.has(type)) continue;
      reported.current.add(type);
      report?.(type);
    }
  }, [page, report]);
}

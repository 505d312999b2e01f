import { useMemo } from "react";
import { PageContent } from "#blocks/page-content.tsx";
import type { RenderContext } from "#blocks/render-context.ts";
import { showKeptImages } from "#domain/page/images.ts";
import { resolveWorkOrders } from "#domain/page/resolve-work-orders.ts";
import type { WholeSection } from "#domain/sections/section.ts";
import { sanitiseHtml } from "#web/lib/sanitise-html.ts";

const CONTEXT: RenderContext = {
  mode: "view",
  sanitise: sanitiseHtml,
  areChoicesLocked: true,
};

/** A small picture of a section: its blocks as readers see them, made smaller. */
export function Miniature({ section: { page, images } }: { section: WholeSection }) {
  const shown = useMemo(() => {
    const copies = new Map(images.map(({ source, ...copy }) => [source, copy]));
    return showKeptImages(resolveWorkOrders(page, { workOrders: [], products: [] }), copies);
  }, [page, images]);
  return (
    <div aria-hidden="true" inert className="editor-miniature">
      <div className="editor-miniature__page">
        <PageContent page={shown} context={CONTEXT} />
      </div>
    </div>
  );
}

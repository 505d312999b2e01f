import { createContext, type ReactNode, useEffect, useMemo, useRef } from "react";
import { HeadingLevelsContext, headingLevels } from "#blocks/heading-levels.ts";
import { HeroFacts, PreparedFor } from "#blocks/hero-facts.tsx";
import { countHeroBlocks } from "#blocks/page-content.tsx";
import { PlanTotalContext, type RenderContext, RenderContextProvider } from "#blocks/render-context.ts";
import { PAPER, SurfaceContext } from "#blocks/surface.ts";
import { directionAttribute, SurroundingsContext, surroundingsIn } from "#blocks/text-attributes.ts";
import { pageText } from "#domain/page/page-text.ts";
import { resolveWorkOrders } from "#domain/page/resolve-work-orders.ts";
import { planTotal } from "#domain/pricing/price-summary.ts";
import { BRAND } from "#web/lib/brand.ts";
import { sanitiseHtml } from "#web/lib/sanitise-html.ts";
import { DateText } from "#web/ui/date-text.tsx";
import { useSteady } from "../ui/use-latest.ts";
import { useEditing, useEditor } from "./editing-context.ts";
import { writeAfter } from "./line-keys.ts";
import { WrittenHtml } from "./written-html.tsx";
import { WrittenText } from "./written-text.tsx";
import "../ui/text/text-editor.css";
import "./start-here.css";

/** The ids of the blocks that open the page. */
export const HeroContext = createContext<readonly string[]>([]);

/** For blocks that a template has locked: texts are shown as readers see them and cannot be edited. */
export const FIXED_CONTEXT: RenderContext = { mode: "edit", sanitise: sanitiseHtml, areChoicesLocked: true };

const CONTEXT: RenderContext = {
  ...FIXED_CONTEXT,
  write: (place, richTextClass) =>
    richTextClass === undefined ? (
      <WrittenText place={place} />
    ) : (
      <WrittenHtml place={place} className={richTextClass} />
    ),
};

/** The paper of the canvas around the page's blocks, like the client's. */
export function Sheet({ children }: { children: ReactNode }) {
  const { edited, work } = useEditor();
  const { opening } = edited;
  const page = useEditing((now) => now.page);
  const levels = useSteady(
    useMemo(() => headingLevels(page), [page]),
    isSameMap,
  );
  const heroIds = useSteady(
    page.content.slice(0, countHeroBlocks(page.content)).map(({ props }) => props.id),
    (one, other) => one.join() === other.join(),
  );
  const total = useMemo(() => planTotal(resolveWorkOrders(page, work)), [page, work]);
  const surroundings = useSteady(
    surroundingsIn(useMemo(() => pageText(page), [page])),
    (one, other) => one.direction === other.direction,
  );
  const facts = [
    { kind: "client" as const, fact: <PreparedFor name={opening.organizationName} /> },
    { kind: "author" as const, fact: BRAND.companyName },
    { kind: "date" as const, fact: <DateText iso={opening.createdAt} /> },
  ];
  return (
    <RenderContextProvider value={CONTEXT}>
      <HeadingLevelsContext value={levels}>
        <SurroundingsContext value={surroundings}>
          <SurfaceContext value={PAPER}>
            <PlanTotalContext value={total}>
              <HeroContext value={heroIds}>
                <div className="editor-desk">
                  <section data-sheet aria-label="Sheet" tabIndex={-1} className="editor-sheet">
                    <div {...directionAttribute(surroundings)} className="cp-page cp-page--edit">
                      <div className="editor-facts" data-alone={heroIds.length === 0 || undefined}>
                        <HeroFacts facts={facts} />
                      </div>
                      {children}
                      {page.content.length === 0 ? <StartHere /> : null}
                    </div>
                  </section>
                </div>
              </HeroContext>
            </PlanTotalContext>
          </SurfaceContext>
        </SurroundingsContext>
      </HeadingLevelsContext>
    </RenderContextProvider>
  );
}

/** Starts writing on an empty page. Takes the focus unless another element has it. */
function StartHere() {
  const { editing } = useEditor();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.tagName === "IFRAME") {
      button.current?.focus();
    }
  }, []);
  return (
    <div className="editor-start">
      <button ref={button} type="button" onClick={() => writeAfter(editing, null)}>
        Start writing
      </button>
      <p>or paste a text, or add a block from the list</p>
    </div>
  );
}

function isSameMap<Key, Value>(one: ReadonlyMap<Key, Value>, other: ReadonlyMap<Key, Value>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}

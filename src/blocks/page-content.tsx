import { Component, createElement, memo, type ReactNode, Suspense, useEffect, useMemo, useRef } from "react";
import { block as HeadingBlock } from "#domain/page/blocks/heading.ts";
import { block as ParagraphBlock } from "#domain/page/blocks/paragraph.ts";
import { findBlock } from "#domain/page/find-block.ts";
import { unshowableTypes } from "#domain/page/known-blocks.ts";
import type { PageItem, PuckState } from "#domain/page/page.ts";
import { pageText } from "#domain/page/page-text.ts";
import { MAX_NESTING, slotItems } from "#domain/page/walk-page.ts";
import { planTotal, soleTotalLabel } from "#domain/pricing/price-summary.ts";
import type { Slot } from "./block.tsx";
import { findView } from "./block.tsx";
import { HeadingLevelsContext, useHeadingLevels } from "./heading-levels.ts";
import { type HeroFact, HeroFacts } from "./hero-facts.tsx";
import {
  PlanTotalContext,
  type RenderContext,
  RenderContextProvider,
  SoleTotalLabelContext,
  useRenderContext,
} from "./render-context.ts";
import { HERO_BACKGROUND, PAPER, SurfaceContext } from "./surface.ts";
import {
  directionAttribute,
  SurroundingsContext,
  surroundingsIn,
  type TextSurroundings,
} from "./text-attributes.ts";

type PageContentProps = {
  page: PuckState;
  context: RenderContext;
  /** The line of facts that opens the page. */
  facts?: readonly HeroFact[];
};

/** More paragraphs than this are the text itself, not its hero. */
const MAX_PARAGRAPHS = 3;

/** A page for readers, on screen and on paper: its root and its blocks. */
export function PageContent({ page, context, facts }: PageContentProps) {
  const levels = useHeadingLevels(page);
  const surroundings = usePageSurroundings(page);
  const heroBlocks = facts ? countHeroBlocks(page.content) : 0;
  useReportOfUnknown(page, context.onUnknownBlock);
  return (
    <RenderContextProvider value={context}>
      <HeadingLevelsContext value={levels}>
        <SoleTotalLabelContext value={soleTotalLabel(page)}>
          <PlanTotalContext value={planTotal(page)}>
            <SurroundingsContext value={surroundings}>
              <SurfaceContext value={PAPER}>
                <article {...directionAttribute(surroundings)} className={`cp-page cp-page--${context.mode}`}>
                  {facts && (
                    <SurfaceContext value={HERO_BACKGROUND}>
                      <div className="cp-hero">
                        <HeroFacts facts={facts} />
                        <PageItems items={page.content.slice(0, heroBlocks)} />
                      </div>
                    </SurfaceContext>
                  )}
                  <PageItems items={page.content.slice(heroBlocks)} />
                </article>
              </SurfaceContext>
            </SurroundingsContext>
          </PlanTotalContext>
        </SoleTotalLabelContext>
      </HeadingLevelsContext>
    </RenderContextProvider>
  );
}

/** A choice makes another page of the same words. */
function usePageSurroundings(page: PuckState): TextSurroundings {
  const whole = useMemo(() => pageText(page), [page]);
  return useMemo(() => surroundingsIn(whole), [whole]);
}

/** How many blocks belong to the hero: a large heading at the very start, with the paragraphs that follow. */
export function countHeroBlocks([first, ...others]: readonly PageItem[]): number {
  if (first?.type !== HeadingBlock.type) return 0;
  if (!["title", "h1"].includes(HeadingBlock.read(first.props).size)) return 0;
  const end = others.findIndex(({ type }) => type !== ParagraphBlock.type);
  const paragraphs = end === -1 ? others.length : end;
  return paragraphs > MAX_PARAGRAPHS ? 1 : 1 + paragraphs;
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

/** The blocks of a page or of a slot, in order. */
function PageItems({ items, depth = 1 }: { items: readonly PageItem[]; depth?: number }) {
  if (depth > MAX_NESTING) return null;
  return items.map((item) => (
    <BlockBoundary key={item.props.id} item={item}>
      <ShownItem item={item} depth={depth} />
    </BlockBoundary>
  ));
}

/** A choice changes one block of a page, and the others stay as they are. */
const ShownItem = memo(function ShownItem({ item, depth }: { item: PageItem; depth: number }) {
  const { failedBlocks } = useRenderContext();
  const View = findView(item.type);
  const block = findBlock(item.type);
  if (!View || !block) return null;
  if (failedBlocks?.includes(item.props.id)) return <FailedBlock />;
  const slots = block.shape.slots.map((name) => [name, slotOf(slotItems(item, name), depth + 1)]);
  return createElement(View, { item, props: block.read(item.props), slots: Object.fromEntries(slots) });
});

function slotOf(items: readonly PageItem[], depth: number): Slot {
  const inside = <PageItems items={items} depth={depth} />;
  return (box) => (box ? <div {...box}>{inside}</div> : inside);
}

type BoundaryProps = { item: PageItem; children: ReactNode };
type BoundaryState = { shown: PageItem; hasFailed: boolean };

/** Keeps the neighbours of a block that fails to render. */
export function BlockBoundary({ item, children }: BoundaryProps) {
  const { mode, onFailedBlock } = useRenderContext();
  // A server has no error boundaries; there React renders the fallback of a Suspense instead.
  const content =
    mode === "print" || onFailedBlock ? (
      <Suspense fallback={<ReportedFailure item={item} />}>{children}</Suspense>
    ) : (
      children
    );
  return <BrowserBoundary item={item}>{content}</BrowserBoundary>;
}

/** Retries a block when it changes. */
class BrowserBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { shown: this.props.item, hasFailed: false };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    { item }: BoundaryProps,
    state: BoundaryState,
  ): Partial<BoundaryState> | null {
    return item === state.shown ? null : { shown: item, hasFailed: false };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <FailedBlock />;
  }
}

function ReportedFailure({ item }: { item: PageItem }) {
  useRenderContext().onFailedBlock?.(item);
  return <FailedBlock />;
}

function FailedBlock() {
  return (
    <p className="cp-failed">
      <bdi>This part of the document could not be displayed.</bdi>
    </p>
  );
}

import { Component, type ReactNode, Suspense } from "react";
import type { PageItem } from "#domain/page/page.ts";
import { useRenderContext } from "./render-context.ts";

type BoundaryProps = { item: PageItem; children: ReactNode };
type BoundaryState = { shown: PageItem; hasFailed: boolean };

/** Keeps a block that fails from taking its neighbours down. */
export function BlockBoundary({ item, children }: BoundaryProps) {
  const { mode, onFailedBlock } = useRenderContext();
  // Where a server makes a page there is no browser to catch what fails; React leaves a Suspense to its fallback there.
  const kept =
    mode === "print" || onFailedBlock ? (
      <Suspense fallback={<Told item={item} />}>{children}</Suspense>
    ) : (
      children
    );
  return <BrowserBoundary item={item}>{kept}</BrowserBoundary>;
}

/** A changed block is tried again. */
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

function Told({ item }: { item: PageItem }) {
  useRenderContext().onFailedBlock?.(item);
  return <FailedBlock />;
}

export function FailedBlock() {
  return <p className="cp-failed">This part of the document could not be displayed.</p>;
}

import { Component, type ReactNode, Suspense } from "react";
import type { PageItem } from "#domain/page/page.ts";
import { useRenderContext } from "./render-context.ts";

type BoundaryProps = { item: PageItem; children: ReactNode };
type BoundaryState = { shown: PageItem; hasFailed: boolean };

/** Keeps the neighbours of a block that fails to render. */
export function BlockBoundary({ item, children }: BoundaryProps) {
  const { mode, onFailedBlock } = useRenderContext();
  // A server has no error boundaries; there React renders the fallback of a Suspense instead.
  const kept =
    mode === "print" || onFailedBlock ? (
      <Suspense fallback={<Told item={item} />}>{children}</Suspense>
    ) : (
      children
    );
  return <BrowserBoundary item={item}>{kept}</BrowserBoundary>;
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

function Told({ item }: { item: PageItem }) {
  useRenderContext().onFailedBlock?.(item);
  return <FailedBlock />;
}

export function FailedBlock() {
  return <p className="cp-failed">This part of the document could not be displayed.</p>;
}

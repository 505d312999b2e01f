import { Component, type ReactNode } from "react";
import type { PageItem } from "#domain/page/page.ts";

type BoundaryProps = { item: PageItem; children: ReactNode };
type BoundaryState = { shown: PageItem; hasFailed: boolean };

/** Keeps a block that fails from taking its neighbours down; a changed block is tried again. Browsers only. */
export class BlockBoundary extends Component<BoundaryProps, BoundaryState> {
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
    return <p className="cp-failed">This part of the document could not be displayed.</p>;
  }
}

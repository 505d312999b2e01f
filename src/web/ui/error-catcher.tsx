import { Component, type ReactNode } from "react";

type ErrorCatcherProps = { fallback: ReactNode; children: ReactNode };

/** Replaces a part that fails to render; the rest of the screen stays. */
export class ErrorCatcher extends Component<ErrorCatcherProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

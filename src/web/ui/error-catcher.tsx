import { Component, type ReactNode } from "react";

type ErrorCatcherProps = { fallback: ReactNode; children: ReactNode };

/** Shows something else in place of a part that cannot be shown; the rest of the screen stays. */
export class ErrorCatcher extends Component<ErrorCatcherProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

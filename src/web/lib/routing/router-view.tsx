import { Component, type ReactNode, startTransition, useContext, useLayoutEffect, useState } from "react";
import type { Address } from "./address.ts";
import type { Router } from "./create-router.ts";
import { DepthContext, RouteErrorContext, RouterContext, StateContext } from "./use-routing.ts";

export function RouterView({ router }: { router: Router }) {
  const [state, setState] = useState(router.state);
  useLayoutEffect(() => {
    // A slow render never blocks typing or clicks.
    const show = () => startTransition(() => setState(router.state));
    show();
    return router.subscribe(show);
  }, [router]);

  const { Loading } = router;
  return (
    <RouterContext value={router}>
      <StateContext value={state}>
        {state.isInitialized ? <Level depth={0} /> : Loading && <Loading />}
      </StateContext>
    </RouterContext>
  );
}

/** In a layout: the place of the screen, or of the next layout. */
export function Outlet() {
  return <Level depth={useContext(DepthContext) + 1} />;
}

function Level({ depth }: { depth: number }) {
  const { entered, failure, address } = useContext(StateContext);
  if (failure?.depth === depth) {
    if (!failure.Screen) throw failure.error;
    return (
      <RouteErrorContext value={failure.error}>
        <failure.Screen />
      </RouteErrorContext>
    );
  }
  const level = entered[depth];
  if (!level) return null;
  const { Component: Shown, route } = level;
  const screen = <DepthContext value={depth}>{Shown ? <Shown /> : <Outlet />}</DepthContext>;
  const { ErrorBoundary } = route;
  if (!ErrorBoundary) return screen;
  return (
    <Catcher address={address} errorScreen={<ErrorBoundary />}>
      {screen}
    </Catcher>
  );
}

type CatcherProps = { address: Address; errorScreen: ReactNode; children: ReactNode };
type CatcherState = { address: Address; caught: { error: unknown } | null };

/** Shows the error screen until the address changes. */
class Catcher extends Component<CatcherProps, CatcherState> {
  override state: CatcherState = { address: this.props.address, caught: null };

  static getDerivedStateFromError(error: unknown): Partial<CatcherState> {
    return { caught: { error } };
  }

  static getDerivedStateFromProps({ address }: CatcherProps, state: CatcherState): CatcherState {
    return address === state.address ? state : { address, caught: null };
  }

  override render() {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    return <RouteErrorContext value={caught.error}>{this.props.errorScreen}</RouteErrorContext>;
  }
}

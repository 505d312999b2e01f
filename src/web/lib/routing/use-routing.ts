import { createContext, useCallback, useContext, useMemo } from "react";
import type { Address } from "./address.ts";
import {
  createDrawnRouter,
  type Navigate,
  type NavigateOptions,
  type Router,
  type RouterState,
} from "./create-router.ts";
import type { Guard } from "./route.ts";

const NOWHERE = createDrawnRouter({ pathname: "/", search: "", hash: "" }, { entered: [], params: {} });

export const RouterContext = createContext<Router>(NOWHERE);
export const StateContext = createContext<RouterState>(NOWHERE.state);
/** How many layouts are around. */
export const DepthContext = createContext(0);
export const RouteErrorContext = createContext<unknown>(undefined);

export function useLocation(): Address {
  return useContext(StateContext).address;
}

export function useParams(): Readonly<Partial<Record<string, string>>> {
  return useContext(StateContext).params;
}

export function useNavigate(): Navigate {
  return useContext(RouterContext).navigate;
}

export function useIsNavigating(): boolean {
  return useContext(StateContext).isNavigating;
}

/**
 * Returns whether the screen still shows the router's address, at the time of the call: a navigation that has begun or
 * arrived may not be drawn yet.
 */
export function useIsDrawn(): () => boolean {
  const router = useContext(RouterContext);
  const { address } = useContext(StateContext);
  return () => !router.state.isNavigating && router.state.address === address;
}

/** The result of the guard of the screen's route. */
export function useGuardData<SentRequest extends Guard>(): Awaited<ReturnType<SentRequest>> {
  const depth = useContext(DepthContext);
  return useContext(StateContext).entered[depth]?.data as Awaited<ReturnType<SentRequest>>;
}

/** In an error screen: what failed. */
export function useRouteError(): unknown {
  return useContext(RouteErrorContext);
}

type NextParams = Record<string, string> | ((now: URLSearchParams) => URLSearchParams);
type SetParams = (next: NextParams, options?: NavigateOptions) => void;

export function useSearchParams(): [URLSearchParams, SetParams] {
  const router = useContext(RouterContext);
  const { search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback<SetParams>(
    (next, options) => {
      const now = new URLSearchParams(router.state.address.search);
      const nextParams = typeof next === "function" ? next(now) : new URLSearchParams(next);
      void router.navigate(`?${nextParams}`, options);
    },
    [router],
  );
  return [params, setParams];
}

import type { ComponentType } from "react";
import type { Branch } from "./find-branch.ts";
import { type Guard, Redirect, type Route } from "./route.ts";

/** An entered route, with its code and the result of its guard. */
export type Entered = { route: Route; params: string; Component: ComponentType | undefined; data: unknown };

/** What failed, and the error screen that shows it in place of the route at this depth. */
export type Failure = { error: unknown; depth: number; Screen: ComponentType | undefined };

export type Arrival = { entered: readonly Entered[]; failure: Failure | null };

type Step = Entered | { error: unknown };

const fetched = new WeakMap<Route, ComponentType>();

/** Runs the guards and loads the code of newly entered routes, all at once; no promise if nothing is to wait for. */
export function enterRoutes(
  { routes, params }: Branch,
  url: URL,
  before: Arrival | null,
): Arrival | Redirect | Promise<Arrival | Redirect> {
  const steps = routes.map((route, depth) => {
    const own = paramsOf(route, params);
    const known = before?.failure ? undefined : before?.entered[depth];
    return known?.route === route && known.params === own ? known : enter(route, own, url);
  });
  const isHere = steps.every((step) => !(step instanceof Promise));
  return isHere
    ? arrive(steps as Step[], routes)
    : Promise.all(steps.map((step) => Promise.resolve(step))).then((all) => arrive(all, routes));
}

/** The parameters that its path names: another record is another visit. */
function paramsOf({ path = "" }: Route, params: Branch["params"]): string {
  return path.includes(":") ? JSON.stringify(params) : "";
}

function enter(route: Route, params: string, url: URL): Step | Promise<Step> {
  const Component = route.Component ?? fetched.get(route);
  const { guard, lazy } = route;
  if (!guard && (Component || !lazy)) return { route, params, Component, data: undefined };
  return Promise.all([Component ?? lazy?.(), runGuard(guard, url)]).then(
    ([loaded, data]) => {
      if (loaded) fetched.set(route, loaded);
      return { route, params, Component: loaded, data };
    },
    (error: unknown) => ({ error }),
  );
}

async function runGuard(guard: Guard | undefined, url: URL): Promise<unknown> {
  return await guard?.({ url });
}

function arrive(steps: readonly Step[], routes: readonly Route[]): Arrival | Redirect {
  const entered: Entered[] = [];
  for (const step of steps) {
    if ("error" in step)
      return { entered, failure: failureOf(step.error, routes.slice(0, entered.length + 1)) };
    if (step.data instanceof Redirect) return step.data;
    entered.push(step);
  }
  return { entered, failure: null };
}

function failureOf(error: unknown, routes: readonly Route[]): Failure {
  const depth = routes.findLastIndex(({ ErrorBoundary }) => ErrorBoundary);
  return { error, depth: Math.max(depth, 0), Screen: routes[depth]?.ErrorBoundary };
}

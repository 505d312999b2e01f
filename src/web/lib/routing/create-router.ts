import type { ComponentType } from "react";
import { type Address, below, hrefOf, type Place, resolve } from "./address.ts";
import { type Arrival, enterRoutes } from "./enter-routes.ts";
import { findBranch } from "./find-branch.ts";
import { Redirect, type Route } from "./route.ts";

export type RouterState = Arrival & {
  address: Address;
  params: Readonly<Record<string, string>>;
  /** False until the first screen's code and guard are there. */
  isInitialized: boolean;
  /** Somebody is on the way to another screen. */
  isNavigating: boolean;
  /** The page stays where it is scrolled. */
  keepsScroll: boolean;
};

export type NavigateOptions = { replace?: boolean; preventScrollReset?: boolean };

/** Resolves once the screen is there, or the person has gone elsewhere. */
export type Navigate = (to: string, options?: NavigateOptions) => Promise<void>;

/** Somebody wants to leave a screen that keeps them. */
export type Leaving = { leave: () => void; stay: () => void };

/** A form with typed text. */
export type Keeper = {
  /** Whether nothing is lost at another place. */
  isStill: (next: Place, now: Place) => boolean;
  ask: (leaving: Leaving) => void;
};

export type Router = {
  readonly state: RouterState;
  /** Shown until the first screen is there. */
  readonly Loading: ComponentType | undefined;
  subscribe: (listener: (state: RouterState) => void) => () => void;
  navigate: Navigate;
  /** Asks before anybody goes where typed text is no longer. Returns the way out. */
  keepHere: (keeper: Keeper) => () => void;
  hrefOf: (to: string) => string;
};

type Options = { basename?: string; Loading?: ComponentType };
type How = "add" | "replace" | "step";
/** What the portal notes in an entry of the browser's history. */
type Note = { idx: number; key: string };

const NOWHERE: Arrival = { entered: [], failure: null };

/** Follows the addresses of a page whose paths begin with the base, and begins with the one that it is at. */
export function createBrowserRouter(routes: readonly Route[], options: Options = {}): Router {
  const { basename = "/", Loading } = options;
  const { history, location } = window;
  const listeners = new Set<(state: RouterState) => void>();
  let place = noteOf()?.idx ?? 0;
  let newest = 0;
  /** Of several that would lose text the one that came last is asked. */
  const keepers: Keeper[] = [];
  let onNextStep: (() => void) | null = null;
  /** Who has agreed to the step that is made next. */
  let answered: readonly Keeper[] = [];
  note(noteOf() ?? { idx: place, key: newKey() });
  let state: RouterState = {
    ...NOWHERE,
    address: here(),
    params: {},
    isInitialized: false,
    isNavigating: false,
    keepsScroll: true,
  };

  function noteOf(): Note | null {
    const kept = history.state as Partial<Note> | null;
    return typeof kept?.idx === "number" && kept.key ? { idx: kept.idx, key: kept.key } : null;
  }

  function note(one: Note): void {
    history.replaceState(one, "");
  }

  function here(): Address {
    const { pathname, search, hash } = location;
    return { pathname: below(basename, pathname), search, hash, key: noteOf()?.key ?? "" };
  }

  function set(next: Partial<RouterState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener(state);
  }

  function go(to: Place, how: How, keepsScroll = false): Promise<void> | undefined {
    const mine = ++newest;
    const url = new URL(hrefOf(to, basename), location.origin);
    const branch = findBranch(routes, to.pathname) ?? { routes: [], params: {} };
    const arrive = (found: Arrival | Redirect) => {
      if (mine !== newest) return undefined;
      if (found instanceof Redirect) return follow(found, how);
      // Some browsers tell nobody of a link to the place where somebody is, and forget the note.
      if (how === "add" && !noteOf()) note({ idx: place, key: state.address.key });
      if (how === "add") place += 1;
      const key = how === "step" ? (noteOf()?.key ?? "") : newKey();
      if (how === "add") history.pushState({ idx: place, key } satisfies Note, "", url);
      if (how === "replace") history.replaceState({ idx: place, key } satisfies Note, "", url);
      const { pathname, search, hash } = to;
      const address = { pathname, search, hash, key };
      set({
        ...found,
        address,
        params: branch.params,
        isInitialized: true,
        isNavigating: false,
        keepsScroll,
      });
      return undefined;
    };
    const found = enterRoutes(branch, url, state);
    if (!(found instanceof Promise)) return arrive(found);
    set({ isNavigating: state.isInitialized });
    return found.then(arrive);
  }

  function follow({ to, how: wanted }: Redirect, how: How): Promise<void> | undefined {
    if (wanted === "load") {
      location.replace(to);
      return new Promise(() => {});
    }
    return go(resolve(to, state.address), how === "add" ? wanted : "replace");
  }

  const keeperFrom = (next: Place, answered: readonly Keeper[]) =>
    keepers.findLast((one) => !answered.includes(one) && !one.isStill(next, state.address));

  const navigate: Navigate = async (to, { replace = false, preventScrollReset } = {}) => {
    const next = resolve(to, state.address);
    const move = () => go(next, replace ? "replace" : "add", preventScrollReset);
    const leave = (answered: readonly Keeper[]) => {
      const keeper = keeperFrom(next, answered);
      if (!keeper) return move();
      keeper.ask({ leave: () => void leave([...answered, keeper]), stay: () => {} });
      return undefined;
    };
    await leave([]);
  };

  /** The browser's own back and forward have changed the address already. */
  function onStep(): void {
    if (onNextStep) {
      onNextStep();
      onNextStep = null;
      return;
    }
    const reached = noteOf();
    const steps = reached ? reached.idx - place : 0;
    const next = here();
    const keeper = keeperFrom(next, answered);
    if (keeper && steps !== 0) {
      const asked = [...answered, keeper];
      answered = [];
      const leave = () => {
        answered = asked;
        history.go(steps);
      };
      // What it kept may be saved by then.
      onNextStep = () => (keepers.includes(keeper) ? keeper.ask({ leave, stay: () => {} }) : leave());
      history.go(-steps);
      return;
    }
    answered = [];
    // Without a note: a link to a place on the page, or another end of the address. The same one again adds no entry.
    const isAgain = !reached && hrefOf(next, basename) === hrefOf(state.address, basename);
    place = reached?.idx ?? (isAgain ? place : place + 1);
    if (!reached) note({ idx: place, key: isAgain ? state.address.key : newKey() });
    void go(here(), "step");
  }

  window.addEventListener("popstate", onStep);
  // What the server drew may have been scrolled by now.
  void go(state.address, "step", true);

  return {
    get state() {
      return state;
    },
    Loading,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    navigate,
    keepHere(keeper) {
      keepers.push(keeper);
      return () => void keepers.splice(keepers.lastIndexOf(keeper), 1);
    },
    hrefOf: (to) => hrefOf(resolve(to, state.address), basename),
  };
}

/** Stays at one address, for whoever draws a screen once. */
export function createDrawnRouter(place: Place, branch: Pick<RouterState, "entered" | "params">): Router {
  const nothing = () => undefined;
  return {
    state: {
      ...branch,
      failure: null,
      address: { ...place, key: "" },
      isInitialized: true,
      isNavigating: false,
      keepsScroll: true,
    },
    Loading: undefined,
    subscribe: () => nothing,
    navigate: () => Promise.resolve(),
    keepHere: () => nothing,
    hrefOf: (to) => hrefOf(resolve(to, place), "/"),
  };
}

function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join("-");
}

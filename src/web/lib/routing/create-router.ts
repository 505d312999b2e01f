import type { ComponentType } from "react";
import { type Address, below, hrefOf, type Place, resolve } from "./address.ts";
import { type Arrival, enterRoutes } from "./enter-routes.ts";
import { findBranch } from "./find-branch.ts";
import { findBlocker, isBlocking, type NavigationBlocker } from "./navigation-blockers.ts";
import { Redirect, type Route } from "./route.ts";

export type RouterState = Arrival & {
  address: Address;
  params: Readonly<Record<string, string>>;
  /** False until the first screen's code and guard are there. */
  isInitialized: boolean;
  isNavigating: boolean;
  /** The page stays where it is scrolled. */
  preservesScroll: boolean;
};

export type NavigateOptions = { replace?: boolean; preventScrollReset?: boolean };

/** Resolves once the screen is shown, or another navigation has begun. */
export type Navigate = (to: string, options?: NavigateOptions) => Promise<void>;

export type Router = {
  readonly state: RouterState;
  readonly Loading: ComponentType | undefined;
  subscribe: (listener: (state: RouterState) => void) => () => void;
  navigate: Navigate;
  hrefOf: (to: string) => string;
};

type Options = { basename?: string; Loading?: ComponentType };
type How = "add" | "replace" | "step";
type EntryState = { idx: number; key: string };

const NOWHERE: Arrival = { entered: [], failure: null };

/** The portal's state in the current entry of the browser's history. */
function readEntry(): EntryState | null {
  const stored = window.history.state as Partial<EntryState> | null;
  return typeof stored?.idx === "number" && stored.key ? { idx: stored.idx, key: stored.key } : null;
}

function writeEntry(state: EntryState): void {
  window.history.replaceState(state, "");
}

/** Follows the addresses of a page whose paths begin with the base, and begins with the one that it is at. */
export class BrowserRouter implements Router {
  readonly Loading: ComponentType | undefined;
  readonly #routes: readonly Route[];
  readonly #basename: string;
  readonly #listeners = new Set<(state: RouterState) => void>();
  #position = readEntry()?.idx ?? 0;
  #newest = 0;
  #onNextStep: (() => void) | null = null;
  /** The blockers whose person has agreed to the next step. */
  #answered: readonly NavigationBlocker[] = [];
  #state: RouterState;

  constructor(routes: readonly Route[], { basename = "/", Loading }: Options = {}) {
    this.#routes = routes;
    this.#basename = basename;
    this.Loading = Loading;
    writeEntry(readEntry() ?? { idx: this.#position, key: newKey() });
    this.#state = {
      ...NOWHERE,
      address: this.#here(),
      params: {},
      isInitialized: false,
      isNavigating: false,
      preservesScroll: true,
    };
    window.addEventListener("popstate", () => this.#onStep());
    // What the server drew may have been scrolled by now.
    void this.#go(this.#state.address, "step", true);
  }

  get state(): RouterState {
    return this.#state;
  }

  readonly subscribe: Router["subscribe"] = (listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly hrefOf: Router["hrefOf"] = (to) => hrefOf(resolve(to, this.#state.address), this.#basename);

  readonly navigate: Navigate = async (to, { replace = false, preventScrollReset } = {}) => {
    const next = resolve(to, this.#state.address);
    const leave = (answered: readonly NavigationBlocker[]): Promise<void> | undefined => {
      const blocker = this.#blockerOf(next, answered);
      if (!blocker) return this.#go(next, replace ? "replace" : "add", preventScrollReset);
      blocker.confirm({ leave: () => void leave([...answered, blocker]), stay: () => {} });
      return undefined;
    };
    await leave([]);
  };

  #here(): Address {
    const { pathname, search, hash } = window.location;
    return { pathname: below(this.#basename, pathname), search, hash, key: readEntry()?.key ?? "" };
  }

  #set(next: Partial<RouterState>): void {
    this.#state = { ...this.#state, ...next };
    for (const listener of this.#listeners) listener(this.#state);
  }

  #blockerOf(next: Place, answered: readonly NavigationBlocker[]): NavigationBlocker | undefined {
    return findBlocker(answered, (one) => !one.isStill(next, this.#state.address));
  }

  #go(to: Place, how: How, preservesScroll = false): Promise<void> | undefined {
    const mine = ++this.#newest;
    const url = new URL(hrefOf(to, this.#basename), window.location.origin);
    const branch = findBranch(this.#routes, to.pathname) ?? { routes: [], params: {} };
    const arrive = (found: Arrival | Redirect) => {
      if (mine !== this.#newest) return undefined;
      if (found instanceof Redirect) return this.#follow(found, how);
      const { pathname, search, hash } = to;
      const address = { pathname, search, hash, key: this.#writeHistory(url, how) };
      const { params } = branch;
      this.#set({ ...found, address, params, isInitialized: true, isNavigating: false, preservesScroll });
      return undefined;
    };
    const found = enterRoutes(branch, url, this.#state);
    if (!(found instanceof Promise)) return arrive(found);
    this.#set({ isNavigating: this.#state.isInitialized });
    return found.then(arrive);
  }

  /** Returns the key of the entry in the browser's history. */
  #writeHistory(url: URL, how: How): string {
    // Some browsers report no link to the current address, and lose the state.
    if (how === "add" && !readEntry()) writeEntry({ idx: this.#position, key: this.#state.address.key });
    if (how === "step") return readEntry()?.key ?? "";
    if (how === "add") this.#position += 1;
    const entry = { idx: this.#position, key: newKey() } satisfies EntryState;
    if (how === "add") window.history.pushState(entry, "", url);
    else window.history.replaceState(entry, "", url);
    return entry.key;
  }

  #follow({ to, how: requested }: Redirect, how: How): Promise<void> | undefined {
    if (requested === "load") {
      window.location.replace(to);
      return new Promise(() => {});
    }
    return this.#go(resolve(to, this.#state.address), how === "add" ? requested : "replace");
  }

  /** The browser's own back and forward have changed the address already. */
  #onStep(): void {
    if (this.#onNextStep) {
      this.#onNextStep();
      this.#onNextStep = null;
      return;
    }
    const reached = readEntry();
    const steps = reached ? reached.idx - this.#position : 0;
    const next = this.#here();
    const blocker = this.#blockerOf(next, this.#answered);
    if (blocker && steps !== 0) {
      this.#confirmLeaving(blocker, steps);
      return;
    }
    this.#answered = [];
    // Without a state: a link to a place on the page, or another end of the address. The same one again adds no entry.
    const isAgain = !reached && hrefOf(next, this.#basename) === hrefOf(this.#state.address, this.#basename);
    this.#position = reached?.idx ?? (isAgain ? this.#position : this.#position + 1);
    if (!reached) writeEntry({ idx: this.#position, key: isAgain ? this.#state.address.key : newKey() });
    void this.#go(this.#here(), "step");
  }

  /** Takes the browser's steps back until the person agrees to them. */
  #confirmLeaving(blocker: NavigationBlocker, steps: number): void {
    const answeredNow = [...this.#answered, blocker];
    this.#answered = [];
    const leave = () => {
      this.#answered = answeredNow;
      window.history.go(steps);
    };
    // The text may be saved by then.
    this.#onNextStep = () => (isBlocking(blocker) ? blocker.confirm({ leave, stay: () => {} }) : leave());
    window.history.go(-steps);
  }
}

/** A router with a fixed address, for a single render of a screen. */
export function createDrawnRouter(place: Place, branch: Pick<RouterState, "entered" | "params">): Router {
  const nothing = () => undefined;
  return {
    state: {
      ...branch,
      failure: null,
      address: { ...place, key: "" },
      isInitialized: true,
      isNavigating: false,
      preservesScroll: true,
    },
    Loading: undefined,
    subscribe: () => nothing,
    navigate: () => Promise.resolve(),
    hrefOf: (to) => hrefOf(resolve(to, place), "/"),
  };
}

function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join("-");
}

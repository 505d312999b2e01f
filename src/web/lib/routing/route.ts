import type { ComponentType } from "react";

/** A screen, or a layout around several. Paths are complete, with parameters after colons. */
export type Route = {
  /** "*" is every address that no other route has. */
  path?: string;
  Component?: ComponentType;
  lazy?: () => Promise<ComponentType>;
  /** The guard. Runs in parallel with `lazy` on each entry from another route, and may redirect. */
  guard?: Guard;
  /** Shown in place of the component when it, its guard or something inside fails. */
  ErrorBoundary?: ComponentType;
  children?: Route[];
};

/** What it returns is the screen's (`useGuardData`). */
export type Guard = (request: { url: URL }) => unknown;

/** An answer of a guard: this address instead. */
export class Redirect {
  readonly to: string;
  readonly how: "add" | "replace" | "load";
  constructor(to: string, how: Redirect["how"]) {
    this.to = to;
    this.how = how;
  }
}

export const redirect = (to: string) => new Redirect(to, "add");
/** The same, and the entry that the person left is replaced in the browser's history. */
export const replace = (to: string) => new Redirect(to, "replace");
/** To an address outside of this page's routes. */
export const redirectDocument = (to: string) => new Redirect(to, "load");

/** The code of a screen could not be fetched: the connection is lost, or a newer build has replaced it. */
export class ScreenNotLoaded extends Error {
  constructor(cause: unknown) {
    super("The code of this screen couldn't be fetched", { cause });
    this.name = "ScreenNotLoaded";
  }
}

/** Loads a screen, and shows an error if its code cannot be fetched. */
export async function loadScreen(load: () => Promise<ComponentType>): Promise<ComponentType> {
  try {
    return await load();
  } catch (error) {
    throw new ScreenNotLoaded(error);
  }
}

import type { ComponentType } from "react";

/** The code of a screen could not be fetched: the connection is lost, or a newer version has taken its place. */
export class ScreenNotLoaded extends Error {
  constructor(cause: unknown) {
    super("The code of this screen could not be fetched", { cause });
    this.name = "ScreenNotLoaded";
  }
}

/** A screen; where it cannot be fetched, one that fails: the router shows nothing at all for a lazy route that rejects. */
export async function loadScreen(load: () => Promise<ComponentType>): Promise<ComponentType> {
  try {
    return await load();
  } catch (error) {
    const failure = new ScreenNotLoaded(error);
    return () => {
      throw failure;
    };
  }
}

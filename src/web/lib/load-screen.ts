import type { ComponentType } from "react";

/** The code of a screen could not be fetched: the connection is lost, or a newer build has replaced it. */
export class ScreenNotLoaded extends Error {
  constructor(cause: unknown) {
    super("The code of this screen could not be fetched", { cause });
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

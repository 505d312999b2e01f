import type { TextPlace } from "#blocks/render-context.ts";

/** A text of a block; without a path its first one. */
export type Caret = { blockId: string; path?: TextPlace["path"]; side: "start" | "end" | "all" };

/** The text that gets the caret once it is on the page. */
export class NextCaret {
  #wanted: Caret | null = null;

  /** The block whose text gets it; null: no caret is on its way. */
  get blockId(): string | null {
    return this.#wanted?.blockId ?? null;
  }

  want(caret: Caret): void {
    this.#wanted = caret;
  }

  /** The requested caret position in this text; null if the caret belongs elsewhere. */
  in(blockId: string, path: TextPlace["path"]): Caret["side"] | null {
    const requested = this.#wanted;
    if (requested?.blockId !== blockId) return null;
    const isMeant = requested.path
      ? requested.path.join() === path.join()
      : path.every((step) => typeof step === "string" || step === 0);
    return isMeant ? requested.side : null;
  }

  /** Consumes the request for the caret. Returns false if another text has already consumed it. */
  take(): boolean {
    const isFree = this.#wanted !== null;
    this.#wanted = null;
    return isFree;
  }
}

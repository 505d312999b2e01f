import { createContext, type ReactNode, use } from "react";
import type { Dollars } from "#domain/decimal.ts";
import type { Id } from "#domain/id.ts";
import type { PageItem } from "#domain/page/page.ts";

/** A text of a block: the path to it in the block's props, and its value. */
export type TextPlace = { blockId: string; path: readonly (string | number)[]; value: string };

/** Everything that blocks need from outside. */
export type RenderContext = {
  /** "print" has no controls and fetches nothing. "edit" shows authors what readers do not see. */
  mode: "view" | "print" | "edit";
  /** Sanitises people's HTML. All of it passes through this function. */
  sanitise(html: string): string;
  /** Saves whether the client wants an optional work order. Without this function no one can choose. */
  onChooseOptional?(workOrderId: Id, isSelected: boolean): void;
  /** True if the document is decided or this person may only read. */
  areChoicesLocked: boolean;
  /** Called once for each unknown type of block. */
  onUnknownBlock?(type: string): void;
  /** Called for a block that failed on the server; its neighbours are shown without it. */
  onFailedBlock?(item: PageItem): void;
  /** The ids of blocks that failed on the server. A browser has its own boundaries. */
  failedBlocks?: readonly string[];
  /** The portal's address, for links on paper to its own paths. Without it they are plain text. */
  siteUrl?: string;
  /** The data of an image for paper, which fetches nothing. */
  imageData?(source: string): string | undefined;
  /** Shows a text so that its author writes it in place; with a class, rich text in an element of its own. */
  write?(place: TextPlace, richTextClass?: string): ReactNode;
};

const Context = createContext<RenderContext | null>(null);

export const RenderContextProvider = Context.Provider;

/** The work orders whose choice is being saved. Apart from the rest, so that a choice renders its own block only. */
export const SavingContext = createContext<Pick<ReadonlySet<Id>, "has">>(new Set());

/** The label of the total of a page that shows one and hides others; null: each block labels its own. */
export const SoleTotalLabelContext = createContext<string | null>(null);

/** What the parts of a payment plan add up to; null: the page shows no total, or no plan. */
export const PlanTotalContext = createContext<Dollars | null>(null);

export function useRenderContext(): RenderContext {
  const context = use(Context);
  if (!context) throw new Error("Blocks are shown by PageContent or the editor only.");
  return context;
}

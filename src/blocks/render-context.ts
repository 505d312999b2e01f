import { createContext, use } from "react";
import type { Id } from "#domain/id.ts";
import type { ImageSize } from "#domain/images/image-address.ts";
import type { PageItem } from "#domain/page/page.ts";

/** What the blocks need of the place they are shown in; nothing else reaches them. */
export type RenderContext = {
  /** "print" is paper: nothing to press, nothing fetched from elsewhere. "edit" tells authors what readers do not see. */
  mode: "view" | "print" | "edit";
  /** Makes HTML from people harmless. All of it passes through here. */
  sanitise(html: string): string;
  /** Saves whether the client wants an optional work order done. Without it nobody can choose. */
  onChooseOptional?(workOrderId: Id, wanted: boolean): void;
  /** "saving" while a choice is being saved or loaded. */
  choiceState(workOrderId: Id): "idle" | "saving";
  /** The document is decided, or this person may only read. */
  areChoicesLocked: boolean;
  /** Told once for each type of block that nothing here can show. */
  onUnknownBlock?(type: string): void;
  /** Told of a block that failed where a server made the page, and its neighbours are shown without it. */
  onFailedBlock?(item: PageItem): void;
  /** The ids of blocks that failed when the server made the page; a browser has boundaries for its own. */
  failedBlocks?: readonly string[];
  /** Where the portal is, for links on paper to its own paths; without it these are no links. */
  siteUrl?: string;
  /** A picture's data, for paper, which can fetch none. */
  imageData?(source: string): string | undefined;
  /** How large a picture is, where that is known: its place is kept while it is on its way. */
  imageSize?(source: string): ImageSize | undefined;
};

const Context = createContext<RenderContext | null>(null);

export const RenderContextProvider = Context.Provider;

export function useRenderContext(): RenderContext {
  const context = use(Context);
  if (!context) throw new Error("Blocks are shown by PageContent only.");
  return context;
}

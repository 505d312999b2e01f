import type { Editor } from "@tiptap/core";
import { Observable, useObserved } from "../ui/listeners.ts";

/** The text of the canvas that is being written, or was last. All others are the view's HTML, without an editor. */
type LiveText = { editor: Editor; blockId: string; isRich: boolean; end: () => void };

let live: LiveText | null = null;
const changes = new Observable();

function publish(next: LiveText | null): void {
  live = next;
  changes.publish();
}

/** Ends the editor of the previous text. */
export function beginLiveText(text: LiveText): void {
  live?.end();
  publish(text);
}

export function endLiveText(editor: Editor): void {
  if (live?.editor === editor) publish(null);
}

/** The editor of a block's formatted text; null while none of the block's is being written. */
export function useLiveRichText(blockId: string): Editor | null {
  return useObserved(changes, () => (live?.blockId === blockId && live.isRich ? live.editor : null));
}

import type { Editor } from "@tiptap/core";
import { useCallback, useSyncExternalStore } from "react";

/** A word or number about the text with the caret, now and after each change. */
export function useEditorState<Value extends string | number | boolean | null>(
  editor: Editor,
  read: (editor: Editor) => Value,
): Value {
  const subscribe = useCallback(
    (listener: () => void) => {
      const events = ["transaction", "focus", "blur"] as const;
      for (const event of events) editor.on(event, listener);
      return () => {
        for (const event of events) editor.off(event, listener);
      };
    },
    [editor],
  );
  return useSyncExternalStore(subscribe, () => read(editor));
}

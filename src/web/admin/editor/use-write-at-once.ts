import { useEffect } from "react";
import { allItems } from "#domain/page/walk-page.ts";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";
import { useEditor } from "./editing-context.ts";
import { writeAfter } from "./line-keys.ts";

/** A new document opens with the caret in its first text, on a blank page in a first paragraph. */
export function useWriteAtOnce(): void {
  const { editing } = useEditor();
  const [params] = useSearchParams();
  const isNew = params.has("write");
  useEffect(() => {
    if (!isNew) return;
    if (editing.page.content.length === 0) return writeAfter(editing, null);
    const text = allItems(editing.page).find(
      ({ type, props }) => ["Heading", "Paragraph", "List"].includes(type) && !editing.isFixed(props.id),
    );
    if (!text) return;
    editing.select(text.props.id);
    editing.requestCaret({ blockId: text.props.id, side: "end" });
  }, [editing, isNew]);
}

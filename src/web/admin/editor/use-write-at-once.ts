import { useEffect } from "react";
import type { PuckState } from "#domain/page/page.ts";
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
    const blockId = firstText(editing.page, (id) => editing.isFixed(id));
    if (blockId === undefined) return;
    editing.select(blockId);
    editing.requestCaret({ blockId, side: "end" });
  }, [editing, isNew]);
}

function firstText(page: PuckState, isFixed: (id: string) => boolean): string | undefined {
  const written = allItems(page).find(
    ({ type, props }) => ["Heading", "Paragraph", "List"].includes(type) && !isFixed(props.id),
  );
  return written?.props.id;
}

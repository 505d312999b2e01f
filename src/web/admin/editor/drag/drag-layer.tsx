import { useEffect } from "react";
import { createPortal } from "react-dom";
import { useObserved } from "../../ui/listeners.ts";
import { BlockIcon } from "../block-icon.tsx";
import { useEditor } from "../editing-context.ts";

/** Above the whole window while something is dragged: a card beside the pointer, and the line where it would drop. */
export function DragLayer() {
  const { drag } = useEditor();
  const card = useObserved(drag, drag.card);
  useEffect(() => () => drag.end(), [drag]);
  if (!card) return null;
  return createPortal(
    <div aria-hidden="true" className="editor-drag">
      <div ref={(element) => drag.showLine(element)} className="editor-drag__line" hidden />
      <div ref={(element) => drag.showGhost(element)} className="editor-drag__card">
        <BlockIcon type={card.type} />
        <span className="font-medium">{card.label}</span>
        {card.refusal ? (
          <span className="text-amber-ink">{card.refusal}</span>
        ) : card.words === "" ? null : (
          <span dir="auto" className="truncate text-ink-soft">
            {card.words}
          </span>
        )}
      </div>
    </div>,
    document.body,
  );
}

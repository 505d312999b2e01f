import type { ReactNode } from "react";
import type { Slot } from "#blocks/block.tsx";

/** The area of a block that other blocks stand in. `isActive`: its block is selected. */
export function inArea(blockId: string, slot: string, isActive: boolean, blocks: ReactNode): Slot {
  return (box) =>
    box ? (
      <div {...box} data-area={`${blockId}:${slot}`} data-active={isActive || undefined}>
        {blocks}
      </div>
    ) : (
      <p className="cp-edit-note">DropZone requires context to work.</p>
    );
}

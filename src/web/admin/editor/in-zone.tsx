import type { SlotComponent } from "@puckeditor/core";
import type { ReactNode } from "react";
import type { Slot } from "#blocks/block.tsx";

/** The area of a block that other blocks stand in. */
export function inZone(Zone: SlotComponent | undefined, isKept: boolean): Slot {
  return (box): ReactNode => {
    if (!box || !Zone) return <p className="cp-edit-note">DropZone requires context to work.</p>;
    return (
      <Zone
        className={box.className}
        minEmptyHeight={64}
        {...(box.style && { style: box.style })}
        // Nothing is dropped into what is locked.
        {...(isKept && { allow: [] })}
      />
    );
  };
}

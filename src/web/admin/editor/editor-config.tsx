import type { Config, Fields, PuckContext } from "@puckeditor/core";
import { BLOCK_EDITS } from "#domain/page/block-edits.ts";
import type { BlockDeclaration } from "#domain/page/declare-block.ts";
import { EditedBlock } from "./edited-block.tsx";
import { Sheet } from "./sheet.tsx";

/**
 * The blocks for Puck, which needs only their slots: our own panel edits the fields, so that views get stored values
 * and never the elements that Puck makes of them.
 */
export const EDITOR_CONFIG: Config = {
  root: {
    fields: {},
    render: ({ puck }: { puck: PuckContext }) => (
      <Sheet>
        {puck.renderDropZone({ zone: "default-zone", className: "editor-root", minEmptyHeight: 160 })}
      </Sheet>
    ),
  },
  components: Object.fromEntries(
    BLOCK_EDITS.map(({ block, label }) => [
      block.type,
      {
        label,
        // Our own element around a block knows its place, which decides the space above it.
        inline: true,
        fields: slotsOf(block),
        render: ({ puck, editMode: _, ...stored }) => (
          <EditedBlock type={block.type} stored={stored} dragRef={puck.dragRef} />
        ),
      },
    ]),
  ),
};

function slotsOf({ fields }: BlockDeclaration): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === "slot" ? [[name, { type: "slot" as const, disallow: [...field.disallow] }]] : [],
    ),
  );
}

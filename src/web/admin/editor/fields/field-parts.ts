import type { Placeholder } from "#domain/page/block-edit.ts";
import type { BlockField } from "#domain/page/block-field.ts";

/** The parts of a block's settings, in their order. */
export const FIELD_PARTS = ["Content", "Layout", "Look"] as const;
export type FieldPart = (typeof FIELD_PARTS)[number];

const LAYOUT: ReadonlySet<string> = new Set([
  "columns",
  "gap",
  "padding",
  "justifyContent",
  "alignment",
  "align",
  "sizeMode",
  "width",
  "height",
  "maxWidth",
]);
const LOOK: ReadonlySet<string> = new Set(["backgroundImage", "blur", "scale", "backgroundOpacity"]);

/** The part under which authors look for a field. A field that arranges or colours nothing is content. */
export function partOf(name: string, field: BlockField): FieldPart {
  if (field.kind === "colour" || LOOK.has(name)) return "Look";
  return LAYOUT.has(name) ? "Layout" : "Content";
}

/** The label and hints of a field, from its declaration. */
export type FieldEdit = {
  label: string;
  placeholder?: Placeholder;
  shownIf?: readonly [name: string, value: string];
  options?: Readonly<Record<string, string>>;
  fields?: Readonly<Record<string, FieldEdit>>;
};

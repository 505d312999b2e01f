import type { AnyBlockEdit } from "#domain/page/block-edit.ts";
import { BLOCK_EDITS } from "#domain/page/block-edits.ts";
import type { FieldEdit } from "./fields/field-edit.ts";

const BY_TYPE: ReadonlyMap<string, AnyBlockEdit> = new Map(
  BLOCK_EDITS.map((edit) => [edit.block.type, edit]),
);

export function findEdit(type: string): AnyBlockEdit | undefined {
  return BY_TYPE.get(type);
}

/** What authors call a text of a block: "Product" in the first line of a price table. */
export function labelOfText(type: string, path: readonly (string | number)[]): string {
  const start: FieldEdit = {
    label: labelOf(type),
    ...(findEdit(type) as Pick<FieldEdit, "fields"> | undefined),
  };
  const names = path.filter((step) => typeof step === "string");
  return names.reduce<FieldEdit | undefined>((edit, name) => edit?.fields?.[name], start)?.label ?? "Text";
}

/** What authors call a type of block. */
export function labelOf(type: string): string {
  return BY_TYPE.get(type)?.label ?? type;
}

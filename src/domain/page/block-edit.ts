import type { SlotField } from "./block-field.ts";
import type { BlockDeclaration } from "./declare-block.ts";

type BlockGroup = "text" | "layout" | "media" | "prices" | "proposal";

/** A block's labels and starting values, which no page for clients imports (tests/e2e/page-weight.test.ts). */
export type BlockEdit<Block extends BlockDeclaration> = {
  block: Block;
  label: string;
  group: BlockGroup;
  fields: FieldEdits<Block["fields"]>;
};

type FieldEdits<Fields> = {
  [Name in keyof Fields as Fields[Name] extends { kind: "resolved" } ? never : Name]: FieldEdit<Fields[Name]>;
};

/** What an empty text shows its author; of a list, in its first item and in those after it. */
export type Placeholder = string | readonly [first: string, next: string];

type FieldEdit<Field> = {
  label: string;
  placeholder?: Placeholder;
  /** In a group: the field is offered only if another one has this value. */
  shownIf?: readonly [name: string, value: string];
} & (Field extends SlotField ? unknown : { starts?: unknown } & Inside<Field>);

type Inside<Field> = Field extends { kind: "choice"; words: readonly (infer Word extends string)[] }
  ? { options: Record<Word, string> }
  : Field extends { kind: "group"; fields: infer Inner }
    ? { fields: FieldEdits<Inner> }
    : Field extends { kind: "list"; of: { kind: "group"; fields: infer Inner } }
      ? { fields: FieldEdits<Inner> }
      : unknown;

export type AnyBlockEdit = {
  block: BlockDeclaration;
  label: string;
  group: BlockGroup;
  fields: Readonly<Record<string, { label: string; starts?: unknown }>>;
};

/** The starting props of a new block, stored like any others. */
export function startingProps(edit: AnyBlockEdit): Record<string, unknown> {
  const started = Object.entries(edit.fields).filter(([, field]) => field.starts !== undefined);
  return structuredClone(Object.fromEntries(started.map(([name, { starts }]) => [name, starts])));
}

export const ALIGNMENT_LABELS = { left: "Left", center: "Centre", right: "Right" } as const;

export const LINK_TARGET_LABELS = { _self: "In the same tab", _blank: "In a new tab" } as const;

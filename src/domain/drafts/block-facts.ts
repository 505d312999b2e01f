import type { Id } from "../id.ts";
import { findEdit } from "../page/block-edits.ts";
import type { BlockField, BlockFields } from "../page/block-field.ts";
import type { PageItem } from "../page/page.ts";
import { plainText } from "../page/rich-text.ts";

/** A value of a block as its author knows it: "Card 2: Title", and its words. */
export type BlockFact = {
  /** The same value of the same block has the same path. */
  path: string;
  label: string;
  words: string;
  /** As it is stored: a text may look other with the same words. */
  stored: string;
  /** Whether readers read the words; false for a setting such as a colour. */
  isText: boolean;
};

type Labels = { label: string; options?: Record<string, string>; fields?: Record<string, Labels> };

/** What authors call a value of a block by its path in the props: "Padding (px): Above". */
export function labelOfField(type: string, path: readonly (string | number)[]): string {
  let fields = findEdit(type)?.fields as Record<string, Labels> | undefined;
  const labels = path.flatMap((name) => {
    if (typeof name === "number") return [];
    const own = fields?.[name];
    fields = own?.fields;
    return own?.label ?? name;
  });
  return labels.join(": ");
}

/** Every value of a block, without the blocks inside it. Of a type that no one knows, its contents as a whole. */
export function blockFacts({ type, props }: PageItem, nameOfWork: (id: Id) => string): BlockFact[] {
  const edit = findEdit(type);
  if (!edit) {
    return [{ path: "", label: "Contents", words: "", stored: JSON.stringify(props), isText: false }];
  }
  const values = edit.block.read(props) as Record<string, unknown>;
  return factsOf(edit.block.fields, values, edit.fields as Record<string, Labels>, "", "", nameOfWork);
}

function factsOf(
  fields: BlockFields,
  values: Record<string, unknown>,
  labels: Record<string, Labels>,
  path: string,
  before: string,
  nameOfWork: (id: Id) => string,
): BlockFact[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const own = labels[name];
    if (field.kind === "slot" || field.kind === "resolved" || !own) return [];
    return factsIn(
      field,
      values[name],
      { ...own, label: `${before}${own.label}` },
      `${path}/${name}`,
      nameOfWork,
    );
  });
}

function factsIn(
  field: BlockField,
  value: unknown,
  labels: Labels,
  path: string,
  nameOfWork: (id: Id) => string,
): BlockFact[] {
  const { label, options, fields = {} } = labels;
  const stored = JSON.stringify(value) ?? "";
  const fact = (words: string, isText = false): BlockFact[] => [{ path, label, words, stored, isText }];
  if (field.kind === "text" || field.kind === "email") return fact(textOf(value), true);
  if (field.kind === "html") return fact(plainText(textOf(value)).trim(), true);
  if (field.kind === "flag") return fact(value === true ? "Yes" : "No");
  if (field.kind === "choice") return fact(options?.[String(value)] ?? textOf(value));
  if (field.kind === "workOrders") {
    const ids = workIn(value);
    // The work itself is the document's: the page only says which.
    return [{ path, label, words: ids.map(nameOfWork).join("\n"), stored: ids.join(), isText: true }];
  }
  if (field.kind === "group") {
    const values = (value ?? {}) as Record<string, unknown>;
    return factsOf(field.fields, values, fields, path, `${label}: `, nameOfWork);
  }
  if (field.kind === "list") {
    return (Array.isArray(value) ? value : []).flatMap((one, at) =>
      factsIn(field.of, one, { ...labels, label: `${label} ${at + 1}` }, `${path}/${at}`, nameOfWork),
    );
  }
  return fact(textOf(value));
}

function workIn(value: unknown): readonly Id[] {
  return (value as { workOrderIds?: Id[] }).workOrderIds ?? [];
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : "";
}

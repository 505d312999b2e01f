import { type BlockField, type BlockFields, type PropPath, readAll, type ValuesOf } from "./block-field.ts";
import type { BlockMigrations } from "./migrate-props.ts";

/** What is to be known of a type of block without showing it: which props hold blocks, HTML, images and videos. */
export type BlockShape = {
  slots: readonly string[];
  html: readonly PropPath[];
  images: readonly PropPath[];
  videos: readonly PropPath[];
};

type Declared<Type extends string, Fields extends BlockFields> = {
  /** As stored pages name the block. */
  type: Type;
  fields: Fields;
  /** What clients are told when such a block changed, was added or removed; left out: "Text". */
  noun?: string;
  /** Whether a reader can press something in the block. No link may be around such a block. */
  hasControls?: boolean;
  /** Whether the block has headings of its own, which stand below the heading above them. */
  hasHeadings?: boolean;
  /** What brings the props of older pages to today's form. */
  migrations?: BlockMigrations;
};

/** One type of content block as data: all that reads, changes, checks or edits pages follows from this. */
export type BlockDeclaration<
  Type extends string = string,
  Fields extends BlockFields = BlockFields,
> = Declared<Type, Fields> & {
  /** The props of a stored block. Reading never fails. */
  read(props: unknown): ValuesOf<Fields>;
  shape: BlockShape;
};

/** The props of a block as its view gets them. */
export type PropsOf<Block extends BlockDeclaration> = ReturnType<Block["read"]>;

export function declareBlock<const Type extends string, Fields extends BlockFields>(
  declared: Declared<Type, Fields>,
): BlockDeclaration<Type, Fields> {
  return { ...declared, read: readAll(declared.fields), shape: shapeOf(declared.fields) };
}

function shapeOf(fields: BlockFields): BlockShape {
  const slots = Object.keys(fields).filter((name) => fields[name]?.kind === "slot");
  const pathsTo = (kind: BlockField["kind"]) =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === "slot" ? [] : pathsIn(field, kind).map((path) => [name, ...path]),
    );
  return { slots, html: pathsTo("html"), images: pathsTo("image"), videos: pathsTo("video") };
}

/** Where values of a kind lie in a value of the field. */
function pathsIn(field: BlockField, kind: BlockField["kind"]): readonly PropPath[] {
  if (field.kind === "list") return pathsIn(field.of, kind).map((path) => ["*", ...path]);
  if ("fields" in field) {
    return Object.entries(field.fields).flatMap(([name, inner]) =>
      pathsIn(inner, kind).map((path) => [name, ...path]),
    );
  }
  if (field.kind !== kind) return [];
  return "at" in field ? field.at : [[]];
}

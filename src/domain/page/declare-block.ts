import { type BlockField, type BlockFields, type PropPath, readAll, type ValuesOf } from "./block-field.ts";

type Props = Record<string, unknown>;

/** The migrations of a block by the page version that they lead to, in rising order. Each changes the block's props. */
export type BlockMigrations = readonly { version: number; change: (props: Props) => Props }[];

/** Migrates the props of a block on a page of version `from`, step by step. */
export function migrateProps(props: Props, from: number, migrations: BlockMigrations = []): Props {
  return migrations
    .filter(({ version }) => version > from)
    .reduce((changed, { change }) => change(changed), props);
}

/** The parts of a block that matter without rendering: the props with blocks, texts, HTML, images and videos. */
export type BlockShape = {
  slots: readonly string[];
  /** Of the block's own: texts of quoted work are not. */
  texts: readonly PropPath[];
  html: readonly PropPath[];
  images: readonly PropPath[];
  videos: readonly PropPath[];
};

type Declared<Type extends string, Fields extends BlockFields> = {
  type: Type;
  fields: Fields;
  /** The block's name in messages about changes. Default: "Text". */
  noun?: string;
  /** Whether readers can press something in the block. No link may surround such a block. */
  hasControls?: boolean;
  /** Whether the block has headings, which stand one level below the heading above them. */
  hasHeadings?: boolean;
  migrations?: BlockMigrations;
};

/** One type of content block as data. Reading, changing, checking and editing pages follow from it. */
export type BlockDeclaration<
  Type extends string = string,
  Fields extends BlockFields = BlockFields,
> = Declared<Type, Fields> & {
  /** The props of a stored block. Reading never fails. */
  read(props: unknown): ValuesOf<Fields>;
  shape: BlockShape;
};

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
  const texts = pathsTo("text").filter(([name = ""]) => fields[name]?.kind !== "workOrders");
  return { slots, texts, html: pathsTo("html"), images: pathsTo("image"), videos: pathsTo("video") };
}

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

import type { CleanBlock, CleanCell, CleanTable, Paste } from "./clean-block.ts";
import { type Look, lookInside, trimRuns } from "./look.ts";
import { isHidden, type PastedElement, type PastedNode } from "./style.ts";

type Row = { cells: CleanCell[]; isHead: boolean };

/** As many columns and rows as browsers span. */
const MAX_COLUMNS_SPANNED = 1000;
const MAX_ROWS_SPANNED = 65_534;

/** A table, or the blocks in it where it only brings them to their places. */
export function readTable(element: PastedElement, look: Look, paste: Paste): CleanBlock[] {
  const reader = new TableReader(paste);
  reader.collectRows(element.children, lookInside(element, look), false);
  return reader.finish(isLayout(element));
}

class TableReader {
  readonly #paste: Paste;
  readonly #rows: Row[] = [];
  /** What stands in the table and in none of its cells. */
  readonly #outside: CleanBlock[] = [];
  readonly #hidden = new HiddenColumns();
  #caption: CleanBlock[] = [];

  constructor(paste: Paste) {
    this.#paste = paste;
  }

  collectRows(nodes: readonly PastedNode[], look: Look, isHead: boolean): void {
    for (const node of nodes) {
      if (typeof node === "string") this.#outside.push(...this.#paste.read([node], look));
      else this.#take(node, look, isHead);
    }
  }

  #take(element: PastedElement, around: Look, isHead: boolean): void {
    const { tag, children } = element;
    const look = lookInside(element, around);
    if (tag === "thead" || tag === "tbody" || tag === "tfoot")
      this.collectRows(children, look, tag === "thead");
    else if (tag === "colgroup") this.collectRows(children, look, isHead);
    else if (tag === "col") this.#hidden.addColumn(element);
    else if (tag === "caption") this.#caption = this.#paste.read(children, look);
    else if (tag === "tr") this.#row(children, look, isHead);
    else if (tag === "td" || tag === "th") this.#row([element], around, isHead);
    else this.#outside.push(...this.#paste.read([element], around));
  }

  #row(nodes: readonly PastedNode[], look: Look, isHead: boolean): void {
    const cells: CleanCell[] = [];
    this.#hidden.beginRow();
    for (const node of nodes) {
      if (typeof node === "object" && (node.tag === "td" || node.tag === "th")) {
        const cell = this.#cell(node, look);
        if (this.#hidden.isNextHidden() && cell.colspan === 1 && cell.blocks.length > 0) {
          cell.blocks = [];
          this.#paste.leaveCell();
        }
        this.#hidden.addCell(cell, isHidden(node.style, node.attributes));
        cells.push(cell);
      } else this.#outside.push(...this.#paste.read([node], look));
    }
    if (cells.length > 0) this.#rows.push({ cells, isHead });
  }

  #cell(element: PastedElement, look: Look): CleanCell {
    const { tag, attributes, children } = element;
    const scope = /^(?:row|col|rowgroup|colgroup)$/.test(attributes.scope ?? "") ? attributes.scope : "";
    return {
      tag: tag === "th" ? "th" : "td",
      scope: scope ?? "",
      colspan: spanOf(attributes.colspan, MAX_COLUMNS_SPANNED),
      rowspan: spanOf(attributes.rowspan, MAX_ROWS_SPANNED),
      blocks: this.#paste.read(children, lookInside(element, look)),
    };
  }

  finish(isOnlyLayout: boolean): CleanBlock[] {
    const cells = this.#rows.flatMap((row) => row.cells);
    const inside = cells.flatMap(({ blocks }) => blocks);
    if (isOnlyLayout || cells.length <= 1 || inside.length === 0)
      return [...this.#caption, ...this.#outside, ...inside];
    const shown = this.#hidden.withoutColumns(this.#rows);
    const head = headOf(shown);
    const body = shown.slice(head.length).map((row) => row.cells);
    const [line, ...more] = this.#caption;
    const caption = line?.kind === "paragraph" && more.length === 0 ? line.runs : null;
    const table: CleanTable = { kind: "table", caption: caption ?? [], head: head.map(asHead), body };
    return [...(caption ? [] : this.#caption), ...this.#outside, table];
  }
}

/** Mails bring their parts to their places with tables inside tables. */
function isLayout({ children }: PastedElement): boolean {
  return children.some((node) => typeof node !== "string" && (node.tag === "table" || isLayout(node)));
}

function headOf(rows: readonly Row[]): Row[] {
  const end = rows.findIndex(({ isHead }) => !isHead);
  if (end !== 0) return end === -1 ? [...rows] : rows.slice(0, end);
  const [first, ...others] = rows;
  const isTitle = first !== undefined && others.length > 0 && isOfTitles(first) && !others.every(isOfTitles);
  return isTitle ? [first] : [];
}

/** Whether all words of a row are bold, as those of titles are. */
function isOfTitles({ cells }: Row): boolean {
  const full = cells.filter(({ blocks }) => blocks.length > 0);
  return full.length > 0 && full.every((cell) => cell.tag === "th" || cell.blocks.every(isBold));
}

function isBold(block: CleanBlock): boolean {
  if (block.kind === "heading") return true;
  return (
    block.kind === "paragraph" &&
    block.runs.every(({ text, look }) => text.trim() === "" || look.marks.has("strong"))
  );
}

/** A title is bold by its element. */
function asHead({ cells }: Row): CleanCell[] {
  return cells.map((cell) => ({
    ...cell,
    tag: "th",
    scope: cell.scope || "col",
    blocks: cell.blocks.map(plain),
  }));
}

function plain(block: CleanBlock): CleanBlock {
  if (block.kind === "heading") return { kind: "paragraph", runs: trimRuns(block.runs) };
  if (block.kind !== "paragraph") return block;
  const runs = block.runs.map(({ text, look }) => {
    const marks = new Set([...look.marks].filter((mark) => mark !== "strong"));
    return { text, look: { ...look, marks } };
  });
  return { kind: "paragraph", runs };
}

function spanOf(written: string | undefined, most: number): number {
  const span = /^\d{1,6}$/.test(written ?? "") ? Number(written) : 1;
  return Math.min(Math.max(span, 1), most);
}

/** Columns that a spreadsheet hides: by themselves, or with all of their cells that hold something. */
class HiddenColumns {
  readonly #byColumn: boolean[] = [];
  /** Columns of which each cell that holds something is hidden. */
  readonly #byCells: (boolean | undefined)[] = [];
  readonly #places = new Map<CleanCell, number>();
  /** The rows for which a cell of an earlier row takes a column. */
  readonly #taken: number[] = [];
  #columns = 0;
  #at = 0;

  addColumn({ style, attributes }: PastedElement): void {
    const span = spanOf(attributes.span, MAX_COLUMNS_SPANNED);
    const isColumnHidden = isHidden(style, attributes);
    for (let next = 0; next < span && this.#columns < MAX_COLUMNS_SPANNED; next += 1, this.#columns += 1)
      this.#byColumn[this.#columns] = isColumnHidden;
  }

  beginRow(): void {
    for (let at = 0; at < this.#taken.length; at += 1)
      this.#taken[at] = Math.max(0, (this.#taken[at] ?? 0) - 1);
    this.#at = 0;
  }

  /** Whether the column of the next cell is hidden by itself. */
  isNextHidden(): boolean {
    while ((this.#taken[this.#at] ?? 0) > 0) this.#at += 1;
    return this.#byColumn[this.#at] === true;
  }

  addCell(cell: CleanCell, isCellHidden: boolean): void {
    this.#places.set(cell, this.#at);
    if (cell.colspan === 1) {
      const isEmpty = cell.blocks.length === 0;
      if (isCellHidden) this.#byCells[this.#at] ??= true;
      else if (!isEmpty) this.#byCells[this.#at] = false;
    }
    for (let next = 0; next < cell.colspan; next += 1, this.#at += 1)
      if (cell.rowspan > 1 && this.#at < MAX_COLUMNS_SPANNED) this.#taken[this.#at] = cell.rowspan;
  }

  withoutColumns(rows: readonly Row[]): Row[] {
    if (!this.#byColumn.includes(true) && !this.#byCells.includes(true)) return [...rows];
    const isColumnHidden = (at: number) => this.#byColumn[at] === true || this.#byCells[at] === true;
    const shown = rows.map((row) => ({
      ...row,
      cells: row.cells.flatMap((cell) => {
        const from = this.#places.get(cell) ?? 0;
        const columns = Array.from({ length: cell.colspan }, (_, index) => from + index);
        const colspan = columns.filter((at) => !isColumnHidden(at)).length;
        return colspan === 0 && cell.blocks.length === 0 ? [] : [{ ...cell, colspan: Math.max(1, colspan) }];
      }),
    }));
    return shown.filter(({ cells }) => cells.length > 0);
  }
}

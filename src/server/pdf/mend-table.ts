import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject } from "@libpdf/core";
import type { StructureElement, StructureTree } from "./structure-tree.ts";

const ROW_GROUPS = ["THead", "TBody", "TFoot"];

/**
 * A caption comes first, rows have equally many cells, and there are headers: by default the first row. A table of one
 * row is layout, no table.
 */
export function mendTable(tree: StructureTree, table: StructureElement): void {
  const captions = table.elements.filter(({ type }) => type === "Caption");
  table.kids = [...captions, ...table.kids.filter((kid) => !captions.includes(kid as StructureElement))];
  const rows = rowsOf(table);
  const cells = rows.flatMap((row) => row.elements);
  const [first] = rows;
  if (!cells.some(({ type }) => type === "TH")) {
    if (!first || rows.length === 1) {
      for (const element of [table, ...captions, ...rows, ...cells]) element.type = "Div";
      return;
    }
    for (const cell of first.elements) makeHeader(cell);
  }
  fillRows(tree, rows);
}

function rowsOf(parent: StructureElement): StructureElement[] {
  return parent.elements.flatMap((kid) => {
    if (kid.type === "TR") return [kid];
    return ROW_GROUPS.includes(kid.type) ? rowsOf(kid) : [];
  });
}

function makeHeader(cell: StructureElement): void {
  cell.type = "TH";
  const attributes = attributesOf(cell);
  const scope = PdfDict.of({ O: PdfName.of("Table"), Scope: PdfName.of("Column") });
  cell.dict.set("A", new PdfArray([scope, ...attributes]));
}

function attributesOf({ dict }: StructureElement): PdfObject[] {
  const found = dict.get("A");
  if (found instanceof PdfArray) return found.toArray();
  return found ? [found] : [];
}

function spanOf(cell: StructureElement, name: "ColSpan" | "RowSpan"): number {
  for (const attribute of attributesOf(cell)) {
    const span = attribute instanceof PdfDict ? attribute.get(name) : undefined;
    if (span instanceof PdfNumber) return span.value;
  }
  return 1;
}

/** Adds empty cells to rows that have fewer than others. */
function fillRows(tree: StructureTree, rows: readonly StructureElement[]): void {
  const widths = rows.map(() => 0);
  for (const [at, row] of rows.entries()) {
    for (const cell of row.elements) {
      const [columns, below] = [spanOf(cell, "ColSpan"), spanOf(cell, "RowSpan")];
      for (let over = at; over < Math.min(at + below, rows.length); over += 1)
        widths[over] = (widths[over] ?? 0) + columns;
    }
  }
  const width = Math.max(0, ...widths);
  for (const [at, row] of rows.entries()) {
    const missing = width - (widths[at] ?? 0);
    for (let added = 0; added < missing; added += 1) row.kids.push(tree.wrap(row, "TD", []));
  }
}

import { type CommandProps, findParentNode } from "@tiptap/core";

/** Makes the first row of the table with the caret its head, or an ordinary row again. */
export function toggleHeaderRow({ tr, dispatch }: CommandProps): boolean {
  const table = findParentNode(({ type }) => type.name === "table")(tr.selection);
  const row = table?.node.firstChild;
  const { tableHeader, tableCell } = tr.doc.type.schema.nodes;
  if (!table || !row || !tableHeader || !tableCell) return false;
  if (!dispatch) return true;
  const isHead = row.attrs.section === "thead" || row.children.every(({ type }) => type === tableHeader);
  const start = table.pos + 1;
  tr.setNodeMarkup(start, null, { ...row.attrs, section: isHead ? null : "thead" });
  row.forEach((cell, offset) => {
    const { colspan, rowspan } = cell.attrs;
    const attrs = isHead ? { colspan, rowspan } : { colspan, rowspan, scope: "col" };
    tr.setNodeMarkup(start + 1 + offset, isHead ? tableCell : tableHeader, attrs);
  });
  return true;
}

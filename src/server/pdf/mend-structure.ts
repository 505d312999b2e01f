import { type PDF, PdfDict, PdfName, type PdfRef, PdfString } from "@libpdf/core";
import { mendTable } from "./mend-table.ts";
import { type Kid, type Piece, StructureElement, StructureTree } from "./structure-tree.ts";

/** The structure types of PDF 2.0 that Chromium writes, as types of PDF 1.7. */
const ROLES = { Strong: "Span", Em: "Span", Sub: "Span", Title: "P", Aside: "Sect", FENote: "Note" };

const HEADING = /^H[1-6]$/;
/** Kept without content: a row needs each of its cells. */
const CELLS = ["TD", "TH"];

/**
 * Makes the structure that Chromium writes conform to PDF/UA-1 (decision 54). Text that is read stays; lines,
 * backgrounds, running feet and repeated heads of tables become artifacts.
 */
export function mendStructure(pdf: PDF): void {
  const tree = StructureTree.read(pdf);
  if (!tree) return;
  tree.root.set("RoleMap", PdfDict.of(mapValues(ROLES, PdfName.of)));
  mendBookmarks(pdf, tree);
  for (const element of tree.top) pruneUnread(element, { isFigure: false, isHead: false });
  let level = 0;
  const mend = (element: StructureElement) => {
    if (HEADING.test(element.type)) {
      level = Math.min(Number(element.type.slice(1)), level + 1);
      element.type = `H${level}`;
    }
    for (const kid of element.kids) {
      if (kid instanceof StructureElement) mend(kid);
      else if ("annotation" in kid) describeLink(pdf, kid.annotation);
    }
    if (element.type === "Table") mendTable(tree, element);
    if (element.type === "L") mendList(tree, element);
    mendCaptions(element);
  };
  for (const element of tree.top) mend(element);
  tree.write();
}

type Around = { isFigure: boolean; isHead: boolean };

/** Leaves out what is not read, and elements that contain nothing then. */
function pruneUnread(element: StructureElement, around: Around): void {
  const isFigure = element.type === "Figure" ? element.dict.has("Alt") : around.isFigure;
  // A figure without words for it is a group of text, or decoration.
  if (element.type === "Figure" && !isFigure) element.type = "Div";
  const isHead = around.isHead || element.type === "TH";
  const shown = new Set<string>();
  element.kids = element.kids.filter((kid) => {
    if (kid instanceof StructureElement) {
      pruneUnread(kid, { isFigure, isHead });
      return kid.kids.length > 0 || CELLS.includes(kid.type);
    }
    if ("annotation" in kid) return true;
    return isRead(kid, isFigure) && !(isHead && isRepeated(kid, shown));
  });
}

function isRead({ marked }: Piece, isFigure: boolean): boolean {
  return marked.glyphs !== "" || (isFigure && marked.isPainted);
}

/** The head of a table is painted on each of its pages, and read once. */
function isRepeated({ marked }: Piece, shown: Set<string>): boolean {
  if (shown.has(marked.glyphs)) return true;
  shown.add(marked.glyphs);
  return false;
}

/** A list contains items, and an item its label and its body. */
function mendList(tree: StructureTree, list: StructureElement): void {
  list.kids = list.kids.map((kid) =>
    kid instanceof StructureElement && ["LI", "L", "Caption"].includes(kid.type)
      ? kid
      : tree.wrap(list, "LI", [kid]),
  );
  for (const item of list.elements.filter(({ type }) => type === "LI")) {
    const isLabel = (kid: Kid) => kid instanceof StructureElement && kid.type === "Lbl";
    const [labels, body] = [item.kids.filter(isLabel), item.kids.filter((kid) => !isLabel(kid))];
    item.kids = body.length === 0 ? labels : [...labels, tree.wrap(item, "LBody", body)];
  }
}

/** Only tables, figures and lists have a caption. */
function mendCaptions({ type, elements }: StructureElement): void {
  if (["Table", "Figure", "L"].includes(type)) return;
  for (const caption of elements.filter((kid) => kid.type === "Caption")) caption.type = "P";
}

/** What screen readers say of a link that has no text: its address. */
function describeLink(pdf: PDF, annotation: PdfDict): void {
  if (annotation.has("Contents") || annotation.getName("Subtype")?.value !== "Link") return;
  const resolve = pdf.getObject.bind(pdf);
  const address = annotation.getDict("A", resolve)?.getString("URI", resolve)?.asString();
  annotation.set("Contents", PdfString.fromString(address ?? "A place in this document"));
}

/** Chromium repeats the title of a heading that it moved to the next page, once for each page. Bookmarks have it once. */
function mendBookmarks(pdf: PDF, tree: StructureTree): void {
  const resolve = pdf.getObject.bind(pdf);
  const visit = (ref: PdfRef | undefined): void => {
    const item = ref && resolve(ref);
    if (!(item instanceof PdfDict)) return;
    const title = item.getString("Title", resolve)?.asString() ?? "";
    const once = withoutRepeats(title, pagesOf(tree.find(item.getRef("SE"))).size);
    if (once !== title) item.set("Title", PdfString.fromString(once));
    visit(item.getRef("First"));
    visit(item.getRef("Next"));
  };
  visit(pdf.getCatalog().getDict("Outlines", resolve)?.getRef("First"));
}

/** The pages on which Chromium marked content of an element, also where it shows none. */
function pagesOf(element: StructureElement | undefined): Set<unknown> {
  const pages = (element?.kids ?? []).flatMap((kid): unknown[] => {
    if (kid instanceof StructureElement) return [...pagesOf(kid)];
    return "mcid" in kid ? [kid.page] : [];
  });
  return new Set(pages);
}

function withoutRepeats(title: string, most: number): string {
  for (let times = most; times > 1; times -= 1) {
    const once = title.slice(0, title.length / times);
    if (once.repeat(times) === title) return once;
  }
  return title;
}

function mapValues<Value>(
  record: Record<string, string>,
  map: (value: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

import { PDF, PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfStream } from "@libpdf/core";
import { getDocumentProxy } from "unpdf";

// The rules of PDF/UA-1 (ISO 14289-1) that a program can check, by their numbers in the Matterhorn Protocol 1.02.

const STANDARD = new Set(
  (
    "Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody " +
    "Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby Warichu Figure Formula Form"
  ).split(" "),
);

/** What these may contain: only elements of these types, and no content of their own. */
const CONTAINED: Record<string, readonly string[]> = {
  L: ["L", "LI", "Caption"],
  LI: ["Lbl", "LBody"],
  Table: ["TR", "THead", "TBody", "TFoot", "Caption"],
  THead: ["TR"],
  TBody: ["TR"],
  TFoot: ["TR"],
  TR: ["TH", "TD"],
};

/** Where these may be. */
const CONTAINERS: Record<string, readonly string[]> = {
  LI: ["L"],
  LBody: ["LI"],
  Lbl: ["LI", "Note"],
  TR: ["Table", "THead", "TBody", "TFoot"],
  TH: ["TR"],
  TD: ["TR"],
  Caption: ["Table", "Figure", "L"],
};

type Node = { type: string; dict: PdfDict; ref: PdfRef; parent: Node | null; kids: Kid[] };
type Kid = Node | { page: number; mcid: number } | { annotation: PdfDict; page: number };

const isNode = (kid: Kid): kid is Node => "kids" in kid;

export type CheckedPdf = {
  /** Each broken rule in a sentence. */
  faults: string[];
  /** The types of all elements in order, with the words of each that contains content. */
  types: string[];
  /** All words of the structure in its order, and all that pages show outside of artifacts. */
  structureText: string;
  pageText: string;
};

export async function checkPdfUa(bytes: Uint8Array): Promise<CheckedPdf> {
  const pdf = await PDF.load(bytes);
  const resolve = pdf.getObject.bind(pdf);
  const catalog = pdf.getCatalog();
  const faults: string[] = [];
  const fault = (rule: string, what: string) => faults.push(`${rule} ${what}`);

  if (catalog.getDict("MarkInfo", resolve)?.getBool("Marked", resolve)?.value !== true)
    fault("06", "not marked");
  const preferences = catalog.getDict("ViewerPreferences", resolve);
  if (preferences?.getBool("DisplayDocTitle", resolve)?.value !== true)
    fault("07-001", "title not displayed");
  if (!pdf.getTitle()) fault("06-004", "no title");
  if (!pdf.getLanguage()) fault("11-006", "no language");
  const metadata = catalog.get("Metadata", resolve);
  const xmp = metadata instanceof PdfStream ? Buffer.from(metadata.getDecodedData()).toString() : "";
  if (!/<dc:title>.*<rdf:li[^>]*>[^<]+</s.test(xmp)) fault("06-003", "no title in XMP");

  const root = catalog.getDict("StructTreeRoot", resolve);
  if (!root) return { faults: ["01 no structure"], types: [], structureText: "", pageText: "" };
  const roles = root.getDict("RoleMap", resolve);
  const roleOf = (type: string): string => {
    const mapped = roles?.getName(type)?.value;
    if (mapped && STANDARD.has(type)) fault("02-004", `${type} is mapped, though it is standard`);
    return mapped ?? type;
  };
  const pages = pdf.getPages();
  const pageAt = new Map(pages.map(({ ref }, at) => [ref.objectNumber, at]));
  const all: Node[] = [];
  const read = (entry: PdfObject | undefined, parent: Node | null, page: number): Kid[] => {
    if (entry instanceof PdfArray) return entry.toArray().flatMap((one) => read(one, parent, page));
    if (entry instanceof PdfNumber) return [{ page, mcid: entry.value }];
    const dict = entry instanceof PdfRef ? resolve(entry) : entry;
    if (dict instanceof PdfArray) return read(dict, parent, page);
    if (!(dict instanceof PdfDict)) return [];
    const own = dict.getRef("Pg");
    const at = own ? (pageAt.get(own.objectNumber) ?? -1) : page;
    if (dict.has("MCID")) return [{ page: at, mcid: dict.getNumber("MCID")?.value ?? -1 }];
    const annotation = dict.getDict("Obj", resolve);
    if (annotation) return [{ annotation, page: at }];
    if (!(entry instanceof PdfRef)) return [];
    const node: Node = { type: roleOf(dict.getName("S")?.value ?? ""), dict, ref: entry, parent, kids: [] };
    if (parent && dict.getRef("P")?.objectNumber !== parent.ref.objectNumber)
      fault("01", `${node.type} has another parent`);
    all.push(node);
    node.kids = read(dict.get("K"), node, at);
    return [node];
  };
  read(root.get("K"), null, -1);

  let level = 0;
  for (const node of all) {
    const { type, dict, kids, parent } = node;
    if (!STANDARD.has(type)) fault("02-001", `${type} is no standard type`);
    const allowed = CONTAINED[type];
    for (const kid of allowed ? kids : [])
      if (!isNode(kid)) fault("09", `${type} contains content`);
      else if (!allowed?.includes(kid.type)) fault("09", `${type} contains ${kid.type}`);
    const around = CONTAINERS[type];
    if (around && !around.includes(parent?.type ?? "")) fault("09", `${type} is in ${parent?.type}`);
    if (type === "Figure" && !dict.getString("Alt", resolve)?.asString())
      fault("13-004", "a figure without words");
    if (type === "Table") checkTable(node, fault);
    if (type === "Caption" && parent?.kids.indexOf(node) !== 0) fault("09", "a caption that is not first");
    if (type === "L" && kids.length === 0) fault("09", "an empty list");
    if (type === "H") fault("14-007", "H beside numbered headings");
    const wanted = /^H([1-6])$/.exec(type)?.[1];
    if (wanted === undefined) continue;
    if (Number(wanted) > level + 1) fault(level === 0 ? "14-002" : "14-003", `H${wanted} after H${level}`);
    level = Number(wanted);
  }

  // Each id of a page's content is in the tree once, and its parent is the one that the parent tree names.
  const parents = parentTree(root, resolve);
  const inTree = new Set<string>();
  for (const node of all)
    for (const kid of node.kids) {
      if (isNode(kid)) continue;
      const page = pages[kid.page];
      if ("mcid" in kid) {
        const name = `${kid.page} ${kid.mcid}`;
        if (inTree.has(name)) fault("01", `content ${name} is twice in the tree`);
        inTree.add(name);
        const list = parents.get(page?.dict.getNumber("StructParents")?.value ?? -1);
        const named = list instanceof PdfArray ? list.at(kid.mcid) : undefined;
        if (!(named instanceof PdfRef && named.objectNumber === node.ref.objectNumber))
          fault("01", `content ${name} has another parent in the parent tree`);
        continue;
      }
      const named = parents.get(kid.annotation.getNumber("StructParent")?.value ?? -1);
      if (!(named instanceof PdfRef && named.objectNumber === node.ref.objectNumber))
        fault("28-002", "an annotation has another parent in the parent tree");
      if (kid.annotation.getName("Subtype")?.value === "Link" && node.type !== "Link")
        fault("28-011", `a link is in ${node.type}`);
    }
  const annotated = new Set(
    all.flatMap(({ kids }) => kids.flatMap((kid) => ("annotation" in kid ? [kid.annotation] : []))),
  );

  for (const [at, page] of pages.entries()) {
    const annotations = page.dict.getArray("Annots", resolve)?.toArray() ?? [];
    if (annotations.length > 0 && page.dict.getName("Tabs")?.value !== "S")
      fault("28-009", `page ${at + 1} has no tab order`);
    for (const entry of annotations) {
      const annotation = entry instanceof PdfRef ? resolve(entry) : entry;
      if (!(annotation instanceof PdfDict) || annotation.getName("Subtype")?.value === "Widget") continue;
      if (!annotated.has(annotation)) fault("28-002", `an annotation of page ${at + 1} is not in the tree`);
      if (!annotation.getString("Contents", resolve)?.asString())
        fault("28-004", "an annotation without Contents");
    }
    checkContent(
      contentOf(page.dict, resolve),
      (mcid) => inTree.has(`${at} ${mcid}`),
      (what) => fault("01-005", `page ${at + 1}: ${what}`),
    );
    checkFonts(page.dict, resolve, fault);
  }
  return { faults: [...new Set(faults)], types: all.map(({ type }) => type), ...(await textsOf(bytes)) };
}

function checkTable(table: Node, fault: (rule: string, what: string) => void): void {
  const rows: Node[] = [];
  const collect = (node: Node) => {
    for (const kid of node.kids.filter(isNode))
      if (kid.type === "TR") rows.push(kid);
      else collect(kid);
  };
  collect(table);
  const widths = rows.map(() => 0);
  let headers = 0;
  for (const [at, row] of rows.entries())
    for (const cell of row.kids.filter(isNode)) {
      const attributes =
        cell.dict
          .getArray("A")
          ?.toArray()
          .filter((one) => one instanceof PdfDict) ?? [];
      const number = (name: string) => attributes.map((one) => one.getNumber(name)?.value).find(Boolean) ?? 1;
      for (let over = at; over < Math.min(rows.length, at + number("RowSpan")); over += 1)
        widths[over] = (widths[over] ?? 0) + number("ColSpan");
      if (cell.type !== "TH") continue;
      headers += 1;
      if (!attributes.some((one) => one.has("Scope"))) fault("15-003", "a header cell without scope");
    }
  if (headers === 0) fault("15-001", "a table without headers");
  if (new Set(widths).size > 1) fault("09-006", `a table whose rows have ${widths.join(", ")} cells`);
}

function parentTree(
  root: PdfDict,
  resolve: (ref: PdfRef) => PdfObject | null,
): Map<number, PdfObject | undefined> {
  const parents = new Map<number, PdfObject | undefined>();
  const visit = (node: PdfDict | undefined) => {
    for (const kid of node?.getArray("Kids", resolve) ?? [])
      visit((kid instanceof PdfRef ? resolve(kid) : kid) as PdfDict);
    const numbers = node?.getArray("Nums", resolve)?.toArray() ?? [];
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const [key, value] = [numbers[at], numbers[at + 1]];
      const resolved = value instanceof PdfRef && resolve(value) instanceof PdfArray ? resolve(value) : value;
      if (key instanceof PdfNumber) parents.set(key.value, resolved ?? undefined);
    }
  };
  visit(root.getDict("ParentTree", resolve));
  return parents;
}

function contentOf(page: PdfDict, resolve: (ref: PdfRef) => PdfObject | null): string {
  const stream = page.get("Contents", resolve);
  return stream instanceof PdfStream ? Buffer.from(stream.getDecodedData()).toString("latin1") : "";
}

const PAINTS = new Set("f f* F s S b b* B B* sh Do Tj TJ".split(" "));

/** All that is painted is an artifact or in the tree, and nothing is both. */
function checkContent(
  content: string,
  isInTree: (mcid: number) => boolean,
  fault: (what: string) => void,
): void {
  const open: (number | "artifact" | "span")[] = [];
  for (const line of content.split("\n")) {
    const operator = line.split(" ").at(-1) ?? "";
    const mcid = /\/MCID (\d+) >>BDC$/.exec(line)?.[1];
    if (mcid !== undefined) {
      if (open.length > 0) fault(`content ${mcid} is in other marked content`);
      if (!isInTree(Number(mcid))) fault(`content ${mcid} is not in the tree`);
      open.push(Number(mcid));
    } else if (/^\/Span\s*<<\/ActualText/.test(line) || line === "/ReversedChars BMC") open.push("span");
    else if (line === "/Artifact BMC") open.push("artifact");
    else if (/BDC|BMC/.test(line)) fault(`unknown "${line}"`);
    else if (operator === "EMC" && open.pop() === undefined) fault("marked content ends that has not begun");
    else if (PAINTS.has(operator) && open.every((one) => one === "span"))
      fault(`"${line}" is neither artifact nor in the tree`);
  }
  if (open.length > 0) fault("marked content does not end");
}

function checkFonts(
  page: PdfDict,
  resolve: (ref: PdfRef) => PdfObject | null,
  fault: (rule: string, what: string) => void,
): void {
  const fonts = page.getDict("Resources", resolve)?.getDict("Font", resolve);
  for (const [, entry] of fonts ?? []) {
    const font = entry instanceof PdfRef ? resolve(entry) : entry;
    if (!(font instanceof PdfDict)) continue;
    const name = font.getName("BaseFont")?.value ?? "a font of shapes";
    if (!font.has("ToUnicode")) fault("31-027", `${name} has no map to letters`);
    if (font.getName("Subtype")?.value === "Type3") continue;
    const [first] = font.getArray("DescendantFonts", resolve)?.toArray() ?? [];
    const described = first instanceof PdfRef ? resolve(first) : (first ?? font);
    const descriptor =
      described instanceof PdfDict ? described.getDict("FontDescriptor", resolve) : undefined;
    if (!["FontFile", "FontFile2", "FontFile3"].some((key) => descriptor?.has(key)))
      fault("31-009", `${name} is not embedded`);
  }
}

type PdfJsNode = { children?: PdfJsNode[]; type?: string; id?: string };

async function textsOf(bytes: Uint8Array): Promise<{ structureText: string; pageText: string }> {
  const document = await getDocumentProxy(bytes.slice());
  let [structureText, pageText] = ["", ""];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const texts = new Map<string, string>();
    const open: (string | null)[] = [];
    for (const item of items) {
      if ("str" in item) {
        const id = open.findLast((one) => one !== null && texts.has(one));
        if (open.length === 0 || open.includes("Artifact")) continue;
        pageText += item.str;
        if (id) texts.set(id, (texts.get(id) ?? "") + item.str);
      } else if (item.type === "endMarkedContent") open.pop();
      else {
        const id = "id" in item && item.id ? item.id : null;
        if (id) texts.set(id, texts.get(id) ?? "");
        open.push(id ?? ("tag" in item ? String(item.tag) : null));
      }
    }
    const visit = ({ children = [], type, id }: PdfJsNode) => {
      if (type === "content" && id) structureText += texts.get(id) ?? "";
      for (const child of children) visit(child);
    };
    visit(((await page.getStructTree()) ?? {}) as PdfJsNode);
  }
  return { structureText, pageText };
}

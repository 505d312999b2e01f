import { deflateSync } from "node:zlib";
import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
} from "@libpdf/core";
import { joinMarked, type Marked, splitMarked } from "./marked-content.ts";

/** What one page paints, and the structure element that contains each of its ids. */
type Page = { ref: PdfRef; parts: Map<number, Marked>; all: Marked[]; owners: Map<number, StructureElement> };

/** A piece of a page's content. */
export type Piece = { page: Page; mcid: number; marked: Marked };

/** What a structure element contains: elements, pieces of content, and annotations. */
export type Kid = StructureElement | Piece | { annotation: PdfDict; entry: PdfDict };

export class StructureElement {
  kids: Kid[] = [];
  /** The kids as they were read or last written. */
  written: readonly Kid[] = [];

  readonly ref: PdfRef;
  readonly dict: PdfDict;

  constructor(ref: PdfRef, dict: PdfDict) {
    this.ref = ref;
    this.dict = dict;
  }

  get type(): string {
    return this.dict.getName("S")?.value ?? "";
  }

  set type(type: string) {
    if (type !== this.type) this.dict.set("S", PdfName.of(type));
  }

  get elements(): StructureElement[] {
    return this.kids.filter((kid) => kid instanceof StructureElement);
  }
}

/** The structure tree of a PDF as Chromium writes it, to be changed and written again. */
export class StructureTree {
  readonly #pdf: PDF;
  readonly #pages = new Map<number, Page>();
  readonly #elements = new Map<number, StructureElement>();
  readonly root: PdfDict;
  readonly top: StructureElement[] = [];

  private constructor(pdf: PDF, root: PdfDict) {
    this.#pdf = pdf;
    this.root = root;
    for (const { ref, dict } of pdf.getPages()) {
      const stream = dict.get("Contents", this.#resolve);
      const data = stream instanceof PdfStream ? stream.getDecodedData() : new Uint8Array();
      const all = splitMarked(Buffer.from(data).toString("latin1"));
      const parts = new Map(all.flatMap((part) => (part.mcid === null ? [] : [[part.mcid, part]])));
      this.#pages.set(ref.objectNumber, { ref, all, parts, owners: new Map() });
    }
    for (const kid of this.#kidsOf(root, undefined)) if (kid instanceof StructureElement) this.top.push(kid);
  }

  /** Null: the PDF has no structure. */
  static read(pdf: PDF): StructureTree | null {
    const root = pdf.getCatalog().getDict("StructTreeRoot", pdf.getObject.bind(pdf));
    return root ? new StructureTree(pdf, root) : null;
  }

  find(ref: PdfRef | undefined): StructureElement | undefined {
    return ref && this.#elements.get(ref.objectNumber);
  }

  /** A new element with these kids, which `parent` is to contain in their place. */
  wrap(parent: StructureElement, type: string, kids: Kid[]): StructureElement {
    const dict = PdfDict.of({ Type: PdfName.of("StructElem"), S: PdfName.of(type), P: parent.ref });
    const element = new StructureElement(this.#pdf.register(dict), dict);
    this.#elements.set(element.ref.objectNumber, element);
    element.kids = kids;
    for (const kid of kids) if (kid instanceof StructureElement) kid.dict.set("P", element.ref);
    return element;
  }

  /** Writes what has changed: elements, and on each page what no element contains any more as an artifact. */
  write(): void {
    for (const element of this.top) this.#writeElement(element);
    this.#writeParents();
    for (const { dict, ref } of this.#pdf.getPages()) {
      const page = this.#pages.get(ref.objectNumber);
      if (!page) continue;
      const content = joinMarked(page.all, (mcid) => page.owners.has(mcid));
      const data = new Uint8Array(deflateSync(Buffer.from(content, "latin1")));
      const stream = PdfStream.fromDict({ Filter: PdfName.of("FlateDecode") }, data);
      dict.set("Contents", this.#pdf.register(stream));
    }
  }

  readonly #resolve = (ref: PdfRef): PdfObject | null => this.#pdf.getObject(ref);

  #kidsOf(dict: PdfDict, page: PdfRef | undefined): Kid[] {
    const found = dict.get("K", this.#resolve);
    const entries = found instanceof PdfArray ? found.toArray() : found === undefined ? [] : [dict.get("K")];
    return entries.flatMap((entry) => this.#readKid(entry, page) ?? []);
  }

  #readKid(entry: PdfObject | undefined, page: PdfRef | undefined): Kid | undefined {
    if (entry instanceof PdfNumber) return this.#pieceOf(page, entry.value);
    const dict = entry instanceof PdfRef ? this.#resolve(entry) : entry;
    if (!(dict instanceof PdfDict)) return undefined;
    const type = dict.getName("Type")?.value;
    if (type === "MCR") return this.#pieceOf(dict.getRef("Pg") ?? page, dict.getNumber("MCID")?.value);
    if (type === "OBJR") {
      const annotation = dict.getDict("Obj", this.#resolve);
      return annotation && { annotation, entry: dict };
    }
    if (!(entry instanceof PdfRef)) return undefined;
    const element = new StructureElement(entry, dict);
    this.#elements.set(entry.objectNumber, element);
    element.kids = this.#kidsOf(dict, dict.getRef("Pg") ?? page);
    element.written = [...element.kids];
    return element;
  }

  #pieceOf(ref: PdfRef | undefined, mcid: number | undefined): Piece | undefined {
    const page = ref && this.#pages.get(ref.objectNumber);
    const marked = mcid === undefined ? undefined : page?.parts.get(mcid);
    return page && marked && mcid !== undefined ? { page, mcid, marked } : undefined;
  }

  #writeElement(element: StructureElement): void {
    const { kids, written, dict } = element;
    for (const kid of kids) {
      if (kid instanceof StructureElement) this.#writeElement(kid);
      else if ("mcid" in kid) kid.page.owners.set(kid.mcid, element);
    }
    if (kids.length === written.length && kids.every((kid, at) => kid === written[at])) return;
    dict.set("K", new PdfArray(kids.map((kid) => entryOf(kid))));
    element.written = [...kids];
  }

  /** The parent of each id, by page; the parents of annotations stay. */
  #writeParents(): void {
    const tree = this.root.getDict("ParentTree", this.#resolve);
    if (!tree) return;
    const byKey = new Map<number, Page>();
    for (const { dict, ref } of this.#pdf.getPages()) {
      const [key, page] = [dict.getNumber("StructParents")?.value, this.#pages.get(ref.objectNumber)];
      if (key !== undefined && page) byKey.set(key, page);
    }
    this.#writeParentsIn(tree, byKey);
  }

  #writeParentsIn(node: PdfDict, byKey: ReadonlyMap<number, Page>): void {
    for (const kid of node.getArray("Kids", this.#resolve) ?? []) {
      const below = kid instanceof PdfRef ? this.#resolve(kid) : kid;
      if (below instanceof PdfDict) this.#writeParentsIn(below, byKey);
    }
    const entries = node.getArray("Nums", this.#resolve)?.toArray();
    if (!entries) return;
    for (let at = 0; at + 1 < entries.length; at += 2) {
      const key = entries[at];
      const page = key instanceof PdfNumber ? byKey.get(key.value) : undefined;
      if (page) entries[at + 1] = this.#pdf.register(parentsOf(page));
    }
    node.set("Nums", new PdfArray(entries));
  }
}

function parentsOf({ owners }: Page): PdfArray {
  const length = Math.max(-1, ...owners.keys()) + 1;
  return new PdfArray(Array.from({ length }, (_, mcid) => owners.get(mcid)?.ref ?? PdfNull.instance));
}

function entryOf(kid: Kid): PdfObject {
  if (kid instanceof StructureElement) return kid.ref;
  if ("annotation" in kid) return kid.entry;
  const { page, mcid } = kid;
  return PdfDict.of({ Type: PdfName.of("MCR"), Pg: page.ref, MCID: PdfNumber.of(mcid) });
}

import type { PageItem } from "./page.ts";
import { type CleanBlock, type CleanPicture, picturesIn, toHtml } from "./paste/clean-block.ts";
import { runsToText } from "./paste/look.ts";
import { isAnchor, type PastedText, readPaste } from "./paste/read-paste.ts";
import { countCame, type Lost, type PastedKind, type PasteReport } from "./paste-report.ts";
import { sourceOrPending } from "./safe-url.ts";

/** A block that is not on a page yet. */
export type NewBlock = { type: string; props: Record<string, unknown> };

/** The address of a picture inside the clipboard, by its source there; a text says why there is none. */
export type StoredPictures = ReadonlyMap<string, { address: string } | { why: string }>;

/** A text longer than this begins another paragraph, so that none becomes too long to store. */
const MAX_LENGTH = 20_000;

/** Headings, plain lists and pictures become blocks, the rest text. Pictures need an address (`picturesToStore`). */
export function pasteToBlocks(
  pasted: PastedText,
  stored: StoredPictures = new Map(),
): { blocks: NewBlock[]; report: PasteReport } {
  const { blocks, leftOut } = readPaste(pasted, true);
  const writer = new Writer(stored);
  for (const block of blocks) writer.add(block);
  return {
    blocks: writer.finish(),
    report: { came: countCame(writer.kinds), leftOut: { ...leftOut, pictures: writer.lost } },
  };
}

export function picturesToStore(pasted: PastedText): string[] {
  const { blocks } = readPaste(pasted, true);
  const sources = blocks.flatMap(picturesIn).map(({ src }) => src);
  return [...new Set(sources.filter((src) => /^data:image\//i.test(src)))];
}

export function asItems(blocks: readonly NewBlock[], newId: (type: string) => string): PageItem[] {
  return blocks.map(({ type, props }) => ({ type, props: { ...props, id: newId(type) } }));
}

class Writer {
  readonly kinds: PastedKind[] = [];
  readonly lost: Lost[] = [];
  readonly #stored: StoredPictures;
  readonly #blocks: NewBlock[] = [];
  /** Formatted text that waits for its end. */
  #text = "";

  constructor(stored: StoredPictures) {
    this.#stored = stored;
  }

  add(block: CleanBlock): void {
    if (block.kind === "picture") {
      this.#picture(block);
      return;
    }
    this.kinds.push(block.kind);
    const titles = block.kind === "list" ? plainTitles(block) : null;
    if (block.kind === "heading") {
      const name = block.ids.find(isAnchor);
      const props = { text: runsToText(block.runs), size: `h${block.level}` };
      this.#block({ type: "Heading", props: name === undefined ? props : { ...props, anchor: name } });
    } else if (titles) this.#block({ type: "List", props: { items: titles.map((title) => ({ title })) } });
    else this.#addText(toHtml(block));
    for (const picture of picturesIn(block)) this.#picture(picture);
  }

  finish(): NewBlock[] {
    this.#endText();
    return this.#blocks;
  }

  #picture({ src, alt }: CleanPicture): void {
    const stored = this.#stored.get(src);
    const address = stored && "address" in stored ? stored.address : sourceOf(src);
    if (address === undefined) {
      this.lost.push({ name: alt, why: stored && "why" in stored ? stored.why : whyLost(src) });
      return;
    }
    this.kinds.push("picture");
    this.#block({ type: "Image", props: { src: address, alt } });
  }

  #addText(html: string): void {
    if (this.#text !== "" && this.#text.length + html.length > MAX_LENGTH) this.#endText();
    this.#text += html;
  }

  #endText(): void {
    if (this.#text !== "") this.#blocks.push({ type: "Paragraph", props: { text: this.#text } });
    this.#text = "";
  }

  #block(block: NewBlock): void {
    this.#endText();
    this.#blocks.push(block);
  }
}

function sourceOf(src: string): string | undefined {
  return /^[a-z][a-z\d+.-]*:/i.test(src) && !/^https?:/i.test(src) ? undefined : sourceOrPending(src);
}

function whyLost(src: string): string {
  if (/^file:/i.test(src)) return "file on another computer";
  if (/^cid:/i.test(src)) return "attached to a mail";
  return /^data:/i.test(src) ? "no picture that the portal takes" : "no address that the portal can open";
}

/** Each title of a List block is a text of its own on the canvas. */
const MAX_TITLES = 1000;

/** The items of a list that a List block can show: bullets without formats, levels and other blocks. */
function plainTitles(list: Extract<CleanBlock, { kind: "list" }>): string[] | null {
  if (list.tag === "ol" || list.items.length > MAX_TITLES) return null;
  const titles = list.items.map((blocks) => {
    const [first, ...others] = blocks.filter(({ kind }) => kind !== "picture");
    if (first?.kind !== "paragraph" || others.length > 0) return null;
    const isPlain = first.runs.every(({ look }) => look.marks.size === 0 && !look.href);
    return isPlain ? runsToText(first.runs) : null;
  });
  return titles.every((title) => title !== null) ? titles : null;
}

import { findItem } from "#domain/page/edit-page.ts";
import type { PageItem, PuckState } from "#domain/page/page.ts";
import type { PastedText } from "#domain/page/paste/read-paste.ts";
import { countCame, type Lost, noneLeftOut } from "#domain/page/paste-report.ts";
import { asItems, pasteToBlocks } from "#domain/page/paste-to-blocks.ts";
import { explainFailure } from "#web/lib/call.ts";
import { uploadImage } from "#web/lib/upload-image.ts";
import { reportPaste } from "../ui/report-paste.ts";
import type { EditorContext } from "./editing-context.ts";
import { newId } from "./new-item.ts";

type Stored = { address: string } | { why: string };

/** Uploads pasted or dropped picture files and adds them at the selected block. */
export async function addFiles(
  files: readonly File[],
  context: EditorContext,
  inPlaceOf?: string,
): Promise<void> {
  const pictures = files.filter(isPicture);
  const add = adder(context, inPlaceOf);
  const others = files.filter((file) => !isPicture(file)).map(({ name }) => ({ name, why: "not a picture" }));
  const items: PageItem[] = [];
  const lost: Lost[] = [];
  if (pictures.length > 0) context.announce(uploading(pictures.length));
  for (const file of pictures) {
    const stored = await store(file);
    if ("why" in stored) lost.push({ name: file.name, why: stored.why });
    else {
      const image = context.editing.newItem("Image");
      items.push({ ...image, props: { ...image.props, src: stored.address } });
    }
  }
  const isAdded = items.length > 0 && add(items);
  reportPaste({
    came: countCame(isAdded ? items.map(() => "picture") : []),
    leftOut: { ...noneLeftOut(), pictures: lost, files: others },
  });
}

/** Uploads the pictures inside pasted text, and then adds all of it as one step. */
export async function addWithPictures(
  pasted: PastedText,
  sources: readonly string[],
  context: EditorContext,
  inPlaceOf?: string,
): Promise<void> {
  const add = adder(context, inPlaceOf);
  const stored = new Map<string, Stored>();
  context.announce(uploading(sources.length));
  for (const source of sources) {
    const file = readDataAddress(source);
    stored.set(source, file ? await store(file) : { why: "damaged" });
  }
  const { blocks, report } = pasteToBlocks(pasted, stored);
  if (blocks.length === 0 || add(asItems(blocks, newId))) reportPaste(report);
}

/** Inserts at the position of the paste, even if the caret has moved while pictures were uploaded. */
function adder(
  { editing }: EditorContext,
  inPlaceOf: string | undefined,
): (items: readonly PageItem[]) => boolean {
  const { selectedId } = editing;
  return (items) => {
    editing.drafts.flush();
    if (inPlaceOf !== undefined && isEmptyText(editing.page, inPlaceOf) && editing.replace(inPlaceOf, items))
      return true;
    if (selectedId !== null && findItem(editing.page, selectedId)) editing.select(selectedId);
    return editing.insert(items);
  };
}

function isEmptyText(page: PuckState, blockId: string): boolean {
  return findItem(page, blockId)?.item.props.text === "";
}

/** Some systems report no type for an iPhone's picture. */
const isPicture = ({ type, name }: File) => type.startsWith("image/") || /\.hei[cf]$/i.test(name);

async function store(file: Blob): Promise<Stored> {
  try {
    return await uploadImage(file);
  } catch (error) {
    return { why: explainFailure(error).replace(/\.$/, "") };
  }
}

/** The file in a data: address; null if it cannot be read. */
function readDataAddress(source: string): Blob | null {
  const comma = source.indexOf(",");
  const [type = "", ...options] = source.slice("data:".length, comma).split(";");
  try {
    const data = decodeURIComponent(source.slice(comma + 1));
    const bytes = options.includes("base64")
      ? Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      : new TextEncoder().encode(data);
    return new Blob([bytes], { type });
  } catch {
    return null;
  }
}

function uploading(pictures: number): string {
  return pictures === 1 ? "Uploading the picture" : `Uploading ${pictures} pictures`;
}

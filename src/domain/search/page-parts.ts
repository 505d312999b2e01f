import { fieldValues } from "../page/block-field.ts";
import { block as HeadingBlock } from "../page/blocks/heading.ts";
import { quotedWorkOrders, block as WorkOrdersBlock } from "../page/blocks/work-orders.ts";
import { findBlock } from "../page/find-block.ts";
import type { PageItem, PuckState } from "../page/page.ts";
import { plainText } from "../page/rich-text.ts";
import { allItems } from "../page/walk-page.ts";

export type PagePart = { blockId: string; heading: string | null; body: string };

/** Longer texts of a block are several parts. */
const MAX_BODY_LENGTH = 20_000;

/** The texts of a sanitised page with its work, block by block. */
export function pageParts(page: PuckState): PagePart[] {
  let heading: string | null = null;
  return allItems(page).flatMap((item) => {
    if (item.type === WorkOrdersBlock.type) return partsOfWork(item);
    const text = tidy(textsOf(item).join(" "));
    if (text === "") return [];
    if (item.type === HeadingBlock.type) heading = text;
    return split(text).map((body) => ({ blockId: item.props.id, heading, body }));
  });
}

/** Only descriptions of quoted work, which a block always shows: products, rates and discounts may be hidden. */
function partsOfWork({ props: { id: blockId }, props }: PageItem): PagePart[] {
  return quotedWorkOrders(WorkOrdersBlock.read(props).workOrderData).flatMap(({ workOrder }) => {
    const text = tidy(plainText(workOrder?.description ?? ""));
    const heading = workOrder?.name ?? null;
    return text === "" ? [] : split(text).map((body) => ({ blockId, heading, body }));
  });
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function textsOf({ type, props }: PageItem): string[] {
  const block = findBlock(type);
  return fieldValues(block?.fields ?? {}, block?.read(props)).flatMap(({ field, value }) => {
    if (typeof value !== "string") return [];
    if (field.kind === "html") return [plainText(value)];
    return field.kind === "text" || field.kind === "email" ? [value] : [];
  });
}

/** Cuts between words where a part becomes too long. */
function split(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > MAX_BODY_LENGTH) {
    const space = rest.lastIndexOf(" ", MAX_BODY_LENGTH);
    const end = space > 0 ? space : MAX_BODY_LENGTH;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...parts, rest];
}

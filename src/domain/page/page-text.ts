import { quotedWorkOrders, block as WorkOrdersBlock } from "./blocks/work-orders.ts";
import { blockShape } from "./find-block.ts";
import type { PageItem, PuckState } from "./page.ts";
import { plainText } from "./rich-text.ts";
import { allItems, changeProps } from "./walk-page.ts";

/** What people wrote on a page, in its order: its direction and its languages follow from this text. */
export function pageText(page: PuckState): string {
  return allItems(page).flatMap(textsOf).join("\n");
}

function textsOf(item: PageItem): string[] {
  if (item.type === WorkOrdersBlock.type) {
    return quotedWorkOrders(WorkOrdersBlock.read(item.props).workOrderData).flatMap(({ workOrder }) =>
      workOrder ? [workOrder.name, plainText(workOrder.description)] : [],
    );
  }
  const found: string[] = [];
  const { texts, html } = blockShape(item.type);
  const collect = (text: string) => {
    found.push(plainText(text));
    return text;
  };
  changeProps(item, [...texts, ...html], collect);
  return found;
}

/** The number of words, with numbers and without punctuation, also of scripts without spaces. */
export function countWords(text: string): number {
  const words = new Intl.Segmenter(undefined, { granularity: "word" });
  return [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length;
}

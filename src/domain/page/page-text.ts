import { quotedWorkOrders, block as WorkOrdersBlock } from "./blocks/work-orders.ts";
import { changeProps } from "./change-props.ts";
import { blockShape } from "./find-block.ts";
import type { PageItem, PuckState } from "./page.ts";
import { allItems } from "./walk-page.ts";

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

/** Scripts without spaces between words are counted by their words too. */
const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });

/** How many words a text has. Numbers count, punctuation does not. */
export function countWords(text: string): number {
  return [...WORDS.segment(text)].filter(({ isWordLike }) => isWordLike).length;
}

const WITHIN_WORDS = /<\/?(?:strong|b|em|i|u|s|sub|sup|small|mark|span|a|code)(?:\s[^>]*)?>/g;
const BETWEEN_WORDS = /<[^>]*>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&nbsp;": " ",
  "&amp;": "&",
};

/** The text of sanitised HTML, in which only these characters are written as entities. */
export function plainText(html: string): string {
  return html
    .replace(WITHIN_WORDS, "")
    .replace(BETWEEN_WORDS, " ")
    .replace(/&(?:lt|gt|quot|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}

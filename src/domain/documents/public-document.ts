import { block as WorkOrdersBlock } from "../page/blocks/work-orders.ts";
import { findBlock } from "../page/find-block.ts";
import type { PuckState } from "../page/page.ts";
import { mapItems } from "../page/walk-page.ts";
import { hidePrices } from "../pricing/hide-prices.ts";

/** A resolved page without the fields that readers do not see, because anybody can read the data of a public page. */
export function pageForVisitors(page: PuckState): PuckState {
  const { title } = page.root.props ?? {};
  const shown = mapItems(page, (item) => {
    const { id } = item.props;
    if (!findBlock(item.type)) return { type: item.type, props: { id } };
    if (item.type !== WorkOrdersBlock.type) return { type: item.type, props: item.props };
    return { type: item.type, props: { id, ...hidePrices(WorkOrdersBlock.read(item.props)) } };
  });
  return { content: shown.content, root: { props: title === undefined ? {} : { title } } };
}

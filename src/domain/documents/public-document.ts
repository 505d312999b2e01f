import type { Id } from "../id.ts";
import type { ImageSize } from "../images/image-address.ts";
import { block as WorkOrdersBlock } from "../page/blocks/work-orders.ts";
import { findBlock } from "../page/find-block.ts";
import type { PuckState } from "../page/page.ts";
import { mapItems } from "../page/walk-page.ts";
import { hidePrices } from "../pricing/hide-prices.ts";
import type { DocumentStatus } from "./unique-document.ts";

/**
 * Everything that a visitor's browser receives of a shared document. Moments include their text, in the portal's time
 * zone.
 */
export type PublicDocument = {
  uniqueDocumentId: Id;
  name: string;
  slug: string;
  externalId: string;
  status: DocumentStatus;
  updatedAt: PublicMoment;
  /** When the document was accepted or declined. Visitors do not learn by whom. */
  decidedAt: PublicMoment | null;
  /** The company's time zone. */
  timeZone: string;
  page: PuckState;
  /** The ids of blocks that failed; a message stands in their place. */
  failedBlocks: readonly string[];
  /** The sizes of images by their source, as far as they are known. */
  imageSizes: Record<string, ImageSize>;
  /** The path of the General Terms and Conditions; null if the company has none. */
  generalTermsPath: string | null;
  brand: { productName: string; companyName: string; hasLogo: boolean };
};

/** `title` is for hovering, until the page knows the visitor's own zone. */
export type PublicMoment = { iso: string; text: string; title: string };

/** A resolved page without the fields that readers do not see, because anybody can read the data of a public page. */
export function pageForVisitors(page: PuckState): PuckState {
  const { title } = page.root.props ?? {};
  const shown = mapItems(page, (item) => {
    const { id } = item.props;
    if (!findBlock(item.type)) return { type: item.type, props: { id } };
    if (item.type !== WorkOrdersBlock.type) return { type: item.type, props: item.props };
    return { type: item.type, props: { id, ...hidePrices("public-view", WorkOrdersBlock.read(item.props)) } };
  });
  return { content: shown.content, root: { props: title === undefined ? {} : { title } } };
}

import * as read from "#domain/page/block-props.ts";
import { isKnownBlockType, type KnownBlockType } from "#domain/page/known-blocks.ts";
import { type Block, defineBlock } from "./block.tsx";
import { Button } from "./button.tsx";
import { Container } from "./container.tsx";
import { Footer } from "./footer.tsx";
import { Heading } from "./heading.tsx";
import { Image } from "./image.tsx";
import { List } from "./list.tsx";
import { Paragraph } from "./paragraph.tsx";
import { WorkOrders } from "./work-orders.tsx";

/** Every block there is, by the type that stored pages name. Their slots: domain/page/block-shapes.ts. */
const BLOCKS: Record<KnownBlockType, Block> = {
  Heading: defineBlock({ label: "Heading", read: read.readHeadingProps, View: Heading }),
  Paragraph: defineBlock({ label: "Paragraph", read: read.readParagraphProps, View: Paragraph }),
  List: defineBlock({ label: "List", read: read.readListProps, View: List }),
  Button: defineBlock({ label: "Button", read: read.readButtonProps, View: Button }),
  Container: defineBlock({ label: "Container", read: read.readContainerProps, View: Container }),
  Image: defineBlock({ label: "Image", read: read.readImageProps, View: Image }),
  WorkOrders: defineBlock({ label: "Work Orders", read: read.readWorkOrdersProps, View: WorkOrders }),
  Footer: defineBlock({ label: "Footer", read: read.readFooterProps, View: Footer }),
};

export const BLOCK_TYPES: readonly string[] = Object.keys(BLOCKS);

export function findBlock(type: string): Block | undefined {
  return isKnownBlockType(type) ? BLOCKS[type] : undefined;
}

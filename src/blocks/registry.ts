import * as read from "#domain/page/block-props.ts";
import { isKnownBlockType, type KnownBlockType } from "#domain/page/known-blocks.ts";
import { type Block, defineBlock } from "./block.tsx";
import { Button } from "./button.tsx";
import { CaseStudies } from "./case-studies.tsx";
import { Container } from "./container.tsx";
import { Deliverables } from "./deliverables.tsx";
import { Footer } from "./footer.tsx";
import { Heading } from "./heading.tsx";
import { Image } from "./image.tsx";
import { LinkWrapper } from "./link-wrapper.tsx";
import { List } from "./list.tsx";
import { PageBreak } from "./page-break.tsx";
import { Paragraph } from "./paragraph.tsx";
import { PricingTable } from "./pricing-table.tsx";
import { ProvenWayOfWorking } from "./proven-way-of-working.tsx";
import { Video } from "./video.tsx";
import { VideoGrid } from "./video-grid.tsx";
import { WorkOrders } from "./work-orders.tsx";

/** Every block there is, by the type that stored pages name. Their slots: domain/page/block-shapes.ts. */
const BLOCKS: Record<KnownBlockType, Block> = {
  Heading: defineBlock({ label: "Heading", read: read.readHeadingProps, View: Heading }),
  Paragraph: defineBlock({ label: "Paragraph", read: read.readParagraphProps, View: Paragraph }),
  List: defineBlock({ label: "List", read: read.readListProps, View: List }),
  Button: defineBlock({ label: "Button", read: read.readButtonProps, View: Button }),
  Container: defineBlock({ label: "Container", read: read.readContainerProps, View: Container }),
  WorkOrders: defineBlock({ label: "Work Orders", read: read.readWorkOrdersProps, View: WorkOrders }),
  PricingTable: defineBlock({
    label: "Pricing Table",
    read: read.readPricingTableProps,
    View: PricingTable,
  }),
  Image: defineBlock({ label: "Image", read: read.readImageProps, View: Image }),
  Video: defineBlock({ label: "Video", read: read.readVideoProps, View: Video }),
  Footer: defineBlock({ label: "Footer", read: read.readFooterProps, View: Footer }),
  ProvenWayOfWorking: defineBlock({
    label: "Proven Way of Working",
    read: read.readProvenWayProps,
    View: ProvenWayOfWorking,
  }),
  Deliverables: defineBlock({ label: "Deliverables", read: read.readDeliverablesProps, View: Deliverables }),
  CaseStudies: defineBlock({ label: "Case Studies", read: read.readCaseStudiesProps, View: CaseStudies }),
  VideoGrid: defineBlock({ label: "Video Grid", read: read.readVideoGridProps, View: VideoGrid }),
  LinkWrapper: defineBlock({ label: "Link Wrapper", read: read.readLinkWrapperProps, View: LinkWrapper }),
  PageBreak: defineBlock({ label: "Page Break", read: () => null, View: PageBreak }),
};

export const BLOCK_TYPES: readonly string[] = Object.keys(BLOCKS);

export function findBlock(type: string): Block | undefined {
  return isKnownBlockType(type) ? BLOCKS[type] : undefined;
}

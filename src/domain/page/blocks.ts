// Every block, one line each. blocks/views.ts has their views.
export { ButtonBlock } from "./blocks/button.ts";
export { CaseStudiesBlock } from "./blocks/case-studies.ts";
export { ContainerBlock } from "./blocks/container.ts";
export { DeliverablesBlock } from "./blocks/deliverables.ts";
export { FooterBlock } from "./blocks/footer.ts";
export { HeadingBlock } from "./blocks/heading.ts";
export { ImageBlock } from "./blocks/image.ts";
export { LinkWrapperBlock } from "./blocks/link-wrapper.ts";
export { ListBlock } from "./blocks/list.ts";
export { PageBreakBlock } from "./blocks/page-break.ts";
export { ParagraphBlock } from "./blocks/paragraph.ts";
export { PricingTableBlock } from "./blocks/pricing-table.ts";
export { ProvenWayOfWorkingBlock } from "./blocks/proven-way-of-working.ts";
export { VideoBlock } from "./blocks/video.ts";
export { VideoGridBlock } from "./blocks/video-grid.ts";
export { WorkOrdersBlock } from "./blocks/work-orders.ts";

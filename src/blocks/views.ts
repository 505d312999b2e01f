// The view of every block, one line each. domain/page/blocks.ts has the declarations.
export { Button } from "./button.tsx";
export { CaseStudies } from "./case-studies.tsx";
export { Container } from "./container.tsx";
export { Deliverables } from "./deliverables.tsx";
export { Footer } from "./footer.tsx";
export { Heading } from "./heading.tsx";
export { Image } from "./image.tsx";
export { LinkWrapper } from "./link-wrapper.tsx";
export { List } from "./list.tsx";
export { PageBreak } from "./page-break.tsx";
export { Paragraph } from "./paragraph.tsx";
export { PricingTable } from "./pricing-table.tsx";
export { ProvenWayOfWorking } from "./proven-way-of-working.tsx";
export { Video } from "./video.tsx";
export { VideoGrid } from "./video-grid.tsx";
export { WorkOrders } from "./work-orders.tsx";

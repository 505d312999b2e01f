import {
  AlignLeft,
  Box,
  CircleCheck,
  Clapperboard,
  GalleryHorizontalEnd,
  Heading,
  Image,
  LayoutGrid,
  Link,
  List,
  type LucideIcon,
  MousePointerClick,
  PanelBottom,
  Play,
  ReceiptText,
  Route,
  SquareSplitVertical,
  Table2,
} from "lucide-react";

const ICONS: Record<string, LucideIcon> = {
  Heading,
  Paragraph: AlignLeft,
  List,
  Button: MousePointerClick,
  Container: LayoutGrid,
  LinkWrapper: Link,
  PageBreak: SquareSplitVertical,
  Image,
  Video: Play,
  VideoGrid: Clapperboard,
  WorkOrders: ReceiptText,
  PricingTable: Table2,
  CaseStudies: GalleryHorizontalEnd,
  Deliverables: CircleCheck,
  ProvenWayOfWorking: Route,
  Footer: PanelBottom,
};

export function BlockIcon({ type }: { type: string }) {
  const Icon = ICONS[type] ?? Box;
  return <Icon aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0 text-ink-soft" />;
}

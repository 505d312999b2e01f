import {
  AlignLeft,
  Box,
  CalendarClock,
  CircleCheck,
  Clapperboard,
  GalleryHorizontalEnd,
  Heading,
  Image,
  LayoutGrid,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  MousePointerClick,
  PanelBottom,
  Play,
  Quote,
  ReceiptText,
  Route,
  SquareSplitVertical,
  Table,
  Table2,
} from "lucide-react";

const ICONS: Record<string, LucideIcon> = {
  Heading,
  Paragraph: AlignLeft,
  List,
  ListOrdered,
  Button: MousePointerClick,
  Container: LayoutGrid,
  LinkWrapper: Link,
  PageBreak: SquareSplitVertical,
  Image,
  Video: Play,
  VideoGrid: Clapperboard,
  WorkOrders: ReceiptText,
  PricingTable: Table2,
  PaymentPlan: CalendarClock,
  CaseStudies: GalleryHorizontalEnd,
  Deliverables: CircleCheck,
  ProvenWayOfWorking: Route,
  Footer: PanelBottom,
};

/** The kinds of text of a paragraph, by the ids of their choices. */
const KINDS: Record<string, LucideIcon> = { numbers: ListOrdered, quote: Quote, table: Table };

export function BlockIcon({ type, kind = "" }: { type: string; kind?: string }) {
  const Icon = KINDS[kind] ?? ICONS[type] ?? Box;
  return <Icon aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0 text-ink-soft" />;
}

import {
  anchorField,
  choiceField,
  decimalField,
  emailField,
  flagField,
  lengthField,
  listField,
  numberField,
  objectField,
  percentField,
  type Read,
  textField,
  wholeNumberField,
} from "./block-fields.ts";
import { parseColour } from "./colour.ts";
import { holdsControls } from "./holds-controls.ts";
import { readWorkOrderData } from "./quoted-work.ts";
import { awaitableSource, mediaSource, safeUrl } from "./safe-url.ts";
import { readVideoSource, youTubeVideoId } from "./video-source.ts";

// The props of each block (spec 2 sections 2.4, 2.5, 5 and 9), with their defaults. Reading them never fails.

const readUrl = objectField({ url: textField });

export const ALIGNMENTS = ["left", "center", "right"] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

export const HEADING_SIZES = ["title", "h1", "h2", "h3", "h4", "h5", "h6"] as const;
export type HeadingSize = (typeof HEADING_SIZES)[number];

export const readHeadingProps = objectField({
  text: textField,
  size: choiceField(HEADING_SIZES, "h2"),
  anchor: anchorField,
  textColor: parseColour,
  alignment: choiceField(ALIGNMENTS, "left"),
});
export type HeadingProps = Read<typeof readHeadingProps>;

export const PARAGRAPH_STYLES = ["xs", "sm", "md", "lg", "xl"] as const;

export const readParagraphProps = objectField({
  /** HTML, in which a newline is a line break. */
  text: textField,
  style: choiceField(PARAGRAPH_STYLES, "md"),
});
export type ParagraphProps = Read<typeof readParagraphProps>;

export const readListProps = objectField({ items: listField(objectField({ title: textField })) });
export type ListProps = Read<typeof readListProps>;

const pixels = (fallback: number) => numberField(0, 400, fallback);

export const LINK_TARGETS = ["_self", "_blank"] as const;

export const readButtonProps = objectField({
  text: textField,
  link: safeUrl,
  target: choiceField(LINK_TARGETS, "_self"),
  padding: objectField({ top: pixels(8), bottom: pixels(8), left: pixels(16), right: pixels(16) }),
  width: choiceField(["auto", "full"], "auto"),
  align: choiceField(ALIGNMENTS, "left"),
  backgroundColor: parseColour,
  borderColor: parseColour,
  textColor: parseColour,
  hoverBackgroundColor: parseColour,
  hoverBorderColor: parseColour,
  hoverTextColor: parseColour,
});
export type ButtonProps = Read<typeof readButtonProps>;

export const JUSTIFICATIONS = [
  "start",
  "center",
  "end",
  "space-between",
  "space-around",
  "space-evenly",
] as const;

export const readContainerProps = objectField({
  columns: wholeNumberField(1, 6, 1),
  gap: pixels(16),
  padding: pixels(16),
  backgroundImage: mediaSource,
  /** Of the background image, in pixels. */
  blur: numberField(0, 100, 0),
  /** Of the background image: 1 fills the container. */
  scale: numberField(0.1, 5, 1),
  justifyContent: choiceField(JUSTIFICATIONS, "start"),
  maxWidth: lengthField,
  backgroundColor: parseColour,
  /** From 0 to 1. */
  backgroundOpacity: numberField(0, 1, 0),
});
export type ContainerProps = Read<typeof readContainerProps>;

export const readImageProps = objectField({
  src: awaitableSource,
  alt: textField,
  sizeMode: choiceField(["contain", "custom"], "contain"),
  width: lengthField,
  height: lengthField,
  alignment: choiceField(ALIGNMENTS, "left"),
  padding: pixels(0),
});
export type ImageProps = Read<typeof readImageProps>;

export const readWorkOrdersProps = objectField({
  workOrderData: readWorkOrderData,
  /** No dollar figure is shown anywhere in the block. */
  hidePricing: flagField(false),
  /** The products of each work order are not shown. */
  hideBreakdown: flagField(false),
  /** Whether GST is added. */
  gst: flagField(true),
  globalDiscountPercent: percentField,
  globalDiscountName: textField,
});
export type WorkOrdersProps = Read<typeof readWorkOrdersProps>;

export const readPricingTableProps = objectField({
  lineItems: listField(
    objectField({
      product: textField,
      /** Of one, in dollars. */
      price: decimalField,
      count: decimalField,
      /** What is counted: "hours". */
      countLabel: textField,
    }),
  ),
});
export type PricingTableProps = Read<typeof readPricingTableProps>;
export type PricingLineItem = PricingTableProps["lineItems"][number];

export const readVideoProps = objectField({ source: readVideoSource });
export type VideoProps = Read<typeof readVideoProps>;

export const readVideoGridProps = objectField({
  title: textField,
  /** The ids in YouTube addresses, each a text or an object with a url; an address without one is passed over. */
  urls: listField((one) => youTubeVideoId(typeof one === "string" ? one : readUrl(one).url)),
});
export type VideoGridProps = Read<typeof readVideoGridProps>;

export const readProvenWayProps = objectField({
  phases: listField(
    objectField({
      name: textField,
      /** HTML, in which a newline is a line break. */
      description: textField,
      /** How long it takes, in the author's words: "2 weeks". */
      time: textField,
    }),
  ),
});
export type ProvenWayProps = Read<typeof readProvenWayProps>;

export const readDeliverablesProps = objectField({
  title: textField,
  /** Their content is HTML, in which a newline is a line break. */
  items: listField(objectField({ content: textField })),
});
export type DeliverablesProps = Read<typeof readDeliverablesProps>;

export const IMAGE_POSITIONS = ["center", "top", "bottom", "left", "right"] as const;

export const readCaseStudiesProps = objectField({
  header: textField,
  cards: listField(
    objectField({
      title: textField,
      /** HTML, in which a newline is a line break. */
      summary: textField,
      link: safeUrl,
      image: mediaSource,
      /** Of the card. */
      colour: parseColour,
      /** Whether the image fills its place, or is seen whole in it. */
      imageSize: choiceField(["cover", "contain"], "cover"),
      /** Which part of the image is seen where it is cut, and where it stands where it is not. */
      imagePosition: choiceField(IMAGE_POSITIONS, "center"),
    }),
  ),
});
export type CaseStudiesProps = Read<typeof readCaseStudiesProps>;
export type CaseStudy = CaseStudiesProps["cards"][number];

export const readLinkWrapperProps = objectField({
  link: safeUrl,
  target: choiceField(LINK_TARGETS, "_self"),
  /** Whether a link may be put around the content, or has to lie behind it. */
  content: (value) => ({ holdsControls: holdsControls(value) }),
});
export type LinkWrapperProps = Read<typeof readLinkWrapperProps>;

export const readFooterProps = objectField({
  businessName: textField,
  abn: textField,
  address: textField,
  termsLink: safeUrl,
  contactEmail: emailField,
});
export type FooterProps = Read<typeof readFooterProps>;

import { z } from "zod";
import { Percent } from "../decimal.ts";
import {
  anchorField,
  choiceField,
  colourField,
  flagField,
  lengthField,
  linkField,
  listField,
  numberField,
  sourceField,
  textField,
  wholeNumberField,
} from "./block-fields.ts";
import { WorkOrderData } from "./quoted-work.ts";

// The props of each block (spec 2 sections 2.4, 2.5, 5 and 9). Parsing them never fails.

export const ALIGNMENTS = ["left", "center", "right"] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

export const HEADING_SIZES = ["title", "h1", "h2", "h3", "h4", "h5", "h6"] as const;
export type HeadingSize = (typeof HEADING_SIZES)[number];

export const HeadingProps = z.object({
  text: textField(),
  size: choiceField(HEADING_SIZES, "h2"),
  anchor: anchorField,
  textColor: colourField(),
  alignment: choiceField(ALIGNMENTS, "left"),
});
export type HeadingProps = z.infer<typeof HeadingProps>;

export const PARAGRAPH_STYLES = ["xs", "sm", "md", "lg", "xl"] as const;

export const ParagraphProps = z.object({
  /** HTML, in which a newline is a line break. */
  text: textField(),
  style: choiceField(PARAGRAPH_STYLES, "md"),
});
export type ParagraphProps = z.infer<typeof ParagraphProps>;

export const ListProps = z.object({ items: listField(z.object({ title: z.string() })) });
export type ListProps = z.infer<typeof ListProps>;

const pixels = (fallback: number) => numberField(0, 400, fallback);

const BUTTON_PADDING = { top: 8, bottom: 8, left: 16, right: 16 };

export const ButtonProps = z.object({
  text: textField(),
  link: linkField,
  target: choiceField(["_self", "_blank"], "_self"),
  padding: z
    .object({ top: pixels(8), bottom: pixels(8), left: pixels(16), right: pixels(16) })
    .catch(BUTTON_PADDING),
  width: choiceField(["auto", "full"], "auto"),
  align: choiceField(ALIGNMENTS, "left"),
  backgroundColor: colourField(),
  borderColor: colourField(),
  textColor: colourField(),
  hoverBackgroundColor: colourField(),
  hoverBorderColor: colourField(),
  hoverTextColor: colourField(),
});
export type ButtonProps = z.infer<typeof ButtonProps>;

export const JUSTIFICATIONS = [
  "start",
  "center",
  "end",
  "space-between",
  "space-around",
  "space-evenly",
] as const;

export const ContainerProps = z.object({
  columns: wholeNumberField(1, 6, 1),
  gap: pixels(16),
  padding: pixels(16),
  backgroundImage: sourceField,
  /** Of the background image, in pixels. */
  blur: numberField(0, 100, 0),
  /** Of the background image: 1 is its own size. */
  scale: numberField(0.1, 5, 1),
  justifyContent: choiceField(JUSTIFICATIONS, "start"),
  maxWidth: lengthField,
  backgroundColor: colourField(),
  /** From 0 to 1. */
  backgroundOpacity: numberField(0, 1, 0),
});
export type ContainerProps = z.infer<typeof ContainerProps>;

export const ImageProps = z.object({
  src: sourceField,
  alt: textField(),
  sizeMode: choiceField(["contain", "custom"], "contain"),
  width: lengthField,
  height: lengthField,
  alignment: choiceField(ALIGNMENTS, "left"),
  padding: pixels(0),
});
export type ImageProps = z.infer<typeof ImageProps>;

export const WorkOrdersProps = z.object({
  workOrderData: WorkOrderData,
  /** No dollar figure is shown anywhere in the block. */
  hidePricing: flagField(false),
  /** The products of each work order are not shown. */
  hideBreakdown: flagField(false),
  /** Whether GST is added. */
  gst: flagField(true),
  globalDiscountPercent: Percent.catch(0),
  globalDiscountName: textField(),
});
export type WorkOrdersProps = z.infer<typeof WorkOrdersProps>;

export const FooterProps = z.object({
  businessName: textField(),
  abn: textField(),
  address: textField(),
  termsLink: linkField,
  contactEmail: z.email().catch(""),
});
export type FooterProps = z.infer<typeof FooterProps>;

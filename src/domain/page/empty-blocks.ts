import type { BlockField } from "./block-field.ts";
import { block as Footer } from "./blocks/footer.ts";
import { block as Image } from "./blocks/image.ts";
import { block as Paragraph } from "./blocks/paragraph.ts";
import { block as PaymentPlan } from "./blocks/payment-plan.ts";
import { blockShape, findBlock } from "./find-block.ts";
import { isPlainObject } from "./json-value.ts";
import type { PageItem } from "./page.ts";
import { plainText } from "./rich-text.ts";
import { changeProps, slotItems } from "./walk-page.ts";

/** Whether readers see nothing of a block, such as a heading without words or a list of empty items. */
export function isEmptyBlock(item: PageItem): boolean {
  const block = findBlock(item.type);
  if (!block || Object.keys(block.fields).length === 0) return false;
  const props: Record<string, unknown> = block.read(item.props);
  const { slots } = block.shape;
  if (slots.length > 0) {
    const hasImage = block.shape.images.some(([name = ""]) => props[name] !== undefined);
    return !hasImage && slots.every((slot) => slotItems(item, slot).every(isEmptyBlock));
  }
  if (item.type === Image.type) return Image.read(item.props).src === undefined;
  if (item.type === PaymentPlan.type) return PaymentPlan.read(item.props).parts.length === 0;
  const fields = Object.entries(block.fields);
  // A title alone is not shown without the items below it.
  const lists = fields.filter(([, { kind }]) => kind === "list");
  return (lists.length > 0 ? lists : fields).every(
    ([name, field]) => field.kind === "slot" || isNothing(field, props[name]),
  );
}

export function isEmptyFooter({ type, props }: PageItem): boolean {
  if (type !== Footer.type) return false;
  const { businessName, abn, address } = Footer.read(props);
  return [businessName, abn, address].every((text) => text.trim() === "");
}

/** A value that shows nothing by itself: how a block looks and where it leads are no content. */
function isNothing(field: BlockField, value: unknown): boolean {
  switch (field.kind) {
    case "text":
      return typeof value !== "string" || value.trim() === "";
    case "html":
      return typeof value !== "string" || !showsSomething(value);
    case "email":
    case "image":
      return value === undefined;
    case "video":
      return isPlainObject(value) && (value.kind === "none" || value.kind === "unplayable");
    case "list":
      return Array.isArray(value) && value.every((one) => isNothing(field.of, one));
    case "group":
      return isPlainObject(value)
        ? Object.entries(field.fields).every(([name, inner]) => isNothing(inner, value[name]))
        : true;
    // A price is shown, also one of nothing.
    case "decimal":
    case "workOrders":
      return false;
    case "anchor":
    case "choice":
    case "colour":
    case "day":
    case "flag":
    case "id":
    case "length":
    case "link":
    case "number":
    case "resolved":
      return true;
  }
}

function showsSomething(html: string): boolean {
  return /<(?:hr|td|th)[\s/>]/i.test(html) || plainText(html).trim() !== "";
}

/** The texts that new blocks of older portals began with. */
const OLD_STARTS: Readonly<Record<string, string>> = {
  Button: "Button",
  Heading: "Heading",
  List: "First item",
  Paragraph: "Write here.",
  PricingTable: "Product",
  ProvenWayOfWorking: "First phase",
};

/** The text of a block that still says what a new block of an older portal began with; null if there is none. */
export function oldStartIn(item: PageItem): string | null {
  const start = OLD_STARTS[item.type];
  const { texts, html } = blockShape(item.type);
  let isLeft = false;
  changeProps(item, item.type === Paragraph.type ? html : texts, (text) => {
    isLeft ||= plainText(text).trim() === start;
    return text;
  });
  return start !== undefined && isLeft ? start : null;
}

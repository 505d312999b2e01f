/** A way into a block's props: names of fields, and "*" for every item of a list. */
export type PropPath = readonly string[];

/** What is to be known of a type of block without showing it: which props hold blocks, HTML and sources of pictures. */
export type BlockShape = {
  slots: readonly string[];
  richText: readonly PropPath[];
  pictures: readonly PropPath[];
};

const NOTHING_INSIDE: BlockShape = { slots: [], richText: [], pictures: [] };

const BLOCK_SHAPES: Record<string, Partial<BlockShape>> = {
  Paragraph: { richText: [["text"]] },
  Image: { pictures: [["src"]] },
  WorkOrders: { richText: [["workOrderData", "workOrders", "*", "description"]] },
  ProvenWayOfWorking: { richText: [["phases", "*", "description"]] },
  Deliverables: { richText: [["items", "*", "content"]] },
  CaseStudies: { richText: [["cards", "*", "summary"]], pictures: [["cards", "*", "image"]] },
  Container: { slots: ["content"], pictures: [["backgroundImage"]] },
  LinkWrapper: { slots: ["content"] },
};

/** The shape of a type of block; a type that is not declared holds nothing of the kind. */
export function blockShape(type: string): BlockShape {
  return Object.hasOwn(BLOCK_SHAPES, type) ? { ...NOTHING_INSIDE, ...BLOCK_SHAPES[type] } : NOTHING_INSIDE;
}

/** A way into a block's props: names of fields, and "*" for every item of a list. */
export type PropPath = readonly string[];

/** What is to be known of a type of block without showing it: which props hold blocks, and which hold HTML. */
export type BlockShape = { slots: readonly string[]; richText: readonly PropPath[] };

const WITHOUT_EITHER: BlockShape = { slots: [], richText: [] };

const BLOCK_SHAPES: Record<string, BlockShape> = {
  Paragraph: { slots: [], richText: [["text"]] },
  WorkOrders: { slots: [], richText: [["workOrderData", "workOrders", "*", "description"]] },
  ProvenWayOfWorking: { slots: [], richText: [["phases", "*", "description"]] },
  Deliverables: { slots: [], richText: [["items", "*", "content"]] },
  CaseStudies: { slots: [], richText: [["cards", "*", "summary"]] },
  Container: { slots: ["content"], richText: [] },
  LinkWrapper: { slots: ["content"], richText: [] },
};

/** The shape of a type of block; a type that is not declared holds neither blocks nor HTML. */
export function blockShape(type: string): BlockShape {
  return Object.hasOwn(BLOCK_SHAPES, type) ? (BLOCK_SHAPES[type] ?? WITHOUT_EITHER) : WITHOUT_EITHER;
}

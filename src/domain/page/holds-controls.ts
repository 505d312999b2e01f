import { blockShape } from "./block-shapes.ts";
import { allItems, slotItems } from "./walk-page.ts";

const TYPES_WITH_CONTROLS = [
  "Button",
  "WorkOrders",
  "Video",
  "VideoGrid",
  "CaseStudies",
  "Footer",
  "LinkWrapper",
];

/** Whether what a slot holds has, at any depth, something to press of its own: a link around that would be none. */
export function holdsControls(content: unknown): boolean {
  const items = slotItems({ type: "LinkWrapper", props: { id: "", content } }, "content");
  return allItems({ content: items, root: {} }).some(({ type, props }) => {
    if (TYPES_WITH_CONTROLS.includes(type)) return true;
    return blockShape(type).richText.length > 0 && /<a[\s>]/i.test(JSON.stringify(props));
  });
}

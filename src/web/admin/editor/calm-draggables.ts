const UNTRUE = ["aria-roledescription", "aria-describedby", "aria-pressed", "aria-grabbed", "aria-disabled"];

const DRAWN = "data-puck-drawer-item";
const OURS = `[data-puck-dnd], [${DRAWN}], [aria-roledescription]`;

/**
 * Blocks are groups with a name, and what is dragged in is nothing but a handle for a pointer. The drag library calls
 * both buttons, which they are not: the structure, the bar of actions and the buttons beside the handles have the keys.
 */
export function calmDraggables(root: Document, nameOf: (blockId: string) => string = () => ""): () => void {
  const calm = (element: Element) => {
    for (const name of UNTRUE) if (element.hasAttribute(name)) element.removeAttribute(name);
    if (element.hasAttribute(DRAWN)) {
      element.removeAttribute("role");
      if (element.getAttribute("tabindex") !== "-1") element.setAttribute("tabindex", "-1");
    }
    const blockId = element.getAttribute("data-puck-dnd");
    if (blockId === null || !element.hasAttribute("data-puck-component")) return;
    const name = nameOf(blockId);
    if (element.getAttribute("role") !== "group") element.setAttribute("role", "group");
    if (element.getAttribute("aria-label") !== name) element.setAttribute("aria-label", name);
    if (element.getAttribute("tabindex") !== "-1") element.setAttribute("tabindex", "-1");
  };
  const look = (records: readonly MutationRecord[]) => {
    const seen = new Set<Element>();
    for (const { target } of records) {
      const element = target.nodeType === 1 ? (target as Element) : null;
      if (element?.matches(OURS)) seen.add(element);
    }
    for (const element of seen) calm(element);
  };
  for (const element of root.querySelectorAll(OURS)) calm(element);
  const observer = new MutationObserver(look);
  observer.observe(root.documentElement, {
    subtree: true,
    attributes: true,
    attributeFilter: [...UNTRUE, "role", "tabindex", "data-puck-dnd", "data-puck-component"],
  });
  return () => observer.disconnect();
}

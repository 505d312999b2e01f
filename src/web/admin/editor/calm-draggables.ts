const UNTRUE = ["aria-roledescription", "aria-describedby", "aria-pressed", "aria-grabbed", "aria-disabled"];

/**
 * Blocks are groups with a name. The drag library calls them buttons, which they are not: the structure and the bar of
 * actions have the keys.
 */
export function calmDraggables(root: Document, nameOf: (blockId: string) => string): () => void {
  const calm = (element: Element) => {
    for (const name of UNTRUE) if (element.hasAttribute(name)) element.removeAttribute(name);
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
      if (element?.hasAttribute("data-puck-dnd") || element?.hasAttribute("aria-roledescription"))
        seen.add(element);
    }
    for (const element of seen) calm(element);
  };
  for (const element of root.querySelectorAll("[data-puck-dnd]")) calm(element);
  const observer = new MutationObserver(look);
  observer.observe(root.documentElement, {
    subtree: true,
    attributes: true,
    attributeFilter: [...UNTRUE, "role", "tabindex", "data-puck-dnd", "data-puck-component"],
  });
  return () => observer.disconnect();
}

/** Text nodes that a translation took out of the page, and elements of earlier translations: what is shown instead. */
const replacements = new WeakMap<Node, ChildNode>();

/**
 * Keeps the page true while the browser translates it. A translation puts a <font> in the place of each text node, and
 * React and Preact go on with the text nodes: new text would not be shown, and removals would throw (decision 58).
 */
export function followTranslation(): void {
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes, removedNodes, previousSibling } of records) {
      // Only replaced text nodes are watched for new text, which the browser then translates again.
      if (target.nodeType === Node.TEXT_NODE) restore(target);
      for (const node of removedNodes) {
        const replacement = isFont(addedNodes[0]) ? addedNodes[0] : previousSibling;
        if (node.parentNode !== null || !isFont(replacement)) continue;
        replacements.set(node, replacement);
        if (node.nodeType === Node.TEXT_NODE) observer.observe(node, { characterData: true });
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true });

  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <N extends Node>(child: N): N {
    return removeChild.call(this, childOf(this, child)) as N;
  };
  Node.prototype.insertBefore = function <N extends Node>(node: N, next: Node | null): N {
    return insertBefore.call(this, node, next && childOf(this, next)) as N;
  };
}

function restore(text: Node): void {
  const shown = shownFor(text);
  if (shown.parentNode !== null && shown !== text) (shown as ChildNode).replaceWith(text);
  replacements.delete(text);
}

function shownFor(node: Node): Node {
  const next = replacements.get(node);
  return next === undefined ? node : shownFor(next);
}

/** The child of the parent that shows what the node held: the node itself, or the <font> in its place or around it. */
function childOf(parent: Node, node: Node): Node {
  let shown: Node | null = node.parentNode === null ? shownFor(node) : node;
  while (shown !== null && shown.parentNode !== parent)
    shown = isFont(shown.parentNode) ? shown.parentNode : null;
  return shown ?? node;
}

function isFont(node: Node | null | undefined): node is ChildNode {
  return node?.nodeName === "FONT";
}

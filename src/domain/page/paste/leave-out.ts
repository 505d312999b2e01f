import { type LeftOut, noneLeftOut } from "../paste-report.ts";
import { isHidden, type PastedElement, type PastedNode } from "./style.ts";

/** Elements whose content is no text of the page. */
const WITHOUT_TEXT = new Set(
  (
    "script style title head template noscript noembed noframes textarea select option datalist " +
    "xml xmp plaintext meta link base"
  ).split(" "),
);
const EMBEDDED = new Set(["iframe", "object", "embed", "video", "audio", "canvas", "svg", "applet", "map"]);

/** Nodes without what their author does not see or does not publish: comments and hidden text. Counts it. */
export function leaveOut(nodes: readonly PastedNode[]): { nodes: PastedNode[]; leftOut: LeftOut } {
  const leftOut = noneLeftOut();
  let commentMarks = 0;
  const visit = (children: readonly PastedNode[]): PastedNode[] =>
    children.flatMap((node) => {
      if (typeof node === "string") return [node];
      if (isCommentList(node)) {
        leftOut.comments += Math.max(1, countComments(node.children));
        return [];
      }
      if (isCommentMark(node)) {
        if (hasWords(node.children)) commentMarks += 1;
        return [];
      }
      if (isHidden(node.style, node.attributes)) return leaveHidden(node, leftOut);
      if (EMBEDDED.has(node.tag)) {
        leftOut.embedded += 1;
        return [];
      }
      if (WITHOUT_TEXT.has(node.tag)) return [];
      return [{ ...node, children: visit(node.children) }];
    });
  const remaining = visit(nodes);
  leftOut.comments = Math.max(leftOut.comments, commentMarks);
  return { nodes: remaining, leftOut };
}

/** A hidden cell or column remains as an empty one, so that the others stay below their titles. */
function leaveHidden(node: PastedElement, leftOut: LeftOut): PastedNode[] {
  const isCell = node.tag === "td" || node.tag === "th";
  if (hasWords(node.children)) {
    if (isCell || node.tag === "tr") leftOut.hiddenCells += node.tag === "tr" ? countCells(node.children) : 1;
    else leftOut.hiddenTexts += 1;
  }
  return isCell || node.tag === "col" ? [{ ...node, children: [] }] : [];
}

function isCommentList({ tag, style, attributes }: PastedElement): boolean {
  return (
    /^comment(?:-list)?\b/.test(style["mso-element"] ?? "") ||
    hasClass(attributes.class, "msocomtxt") ||
    (tag === "hr" && hasClass(attributes.class, "msocomoff"))
  );
}

/** The mark of a comment in the text. The words that it is about are in an element without an address. */
function isCommentMark({ tag, style, attributes }: PastedElement): boolean {
  return (
    hasClass(attributes.class, "msocomanchor") ||
    hasClass(attributes.class, "msocommentreference") ||
    style["mso-special-character"] === "comment" ||
    (tag === "a" && /#_msocom_/i.test(attributes.href ?? "")) ||
    (tag === "a" && /#cmnt\d/.test(attributes.href ?? ""))
  );
}

function hasClass(written: string | undefined, name: string): boolean {
  return written?.toLowerCase().split(/\s+/).includes(name) === true;
}

function countComments(nodes: readonly PastedNode[]): number {
  return nodes.reduce((count, node) => {
    if (typeof node === "string") return count;
    const isOne = node.style["mso-element"] === "comment";
    return count + (isOne ? 1 : countComments(node.children));
  }, 0);
}

function countCells(nodes: readonly PastedNode[]): number {
  return nodes.filter(
    (node) => typeof node !== "string" && /^t[dh]$/.test(node.tag) && hasWords(node.children),
  ).length;
}

export function hasWords(nodes: readonly PastedNode[]): boolean {
  return nodes.some((node) => (typeof node === "string" ? node.trim() !== "" : hasWords(node.children)));
}

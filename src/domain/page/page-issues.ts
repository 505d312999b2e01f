import { blockShape } from "./find-block.ts";
import { isPlainObject } from "./json-value.ts";
import { migratePage } from "./migrate-page.ts";
import { PageItem, PuckState } from "./page.ts";
import { MAX_NESTING } from "./walk-page.ts";

export type PageIssue = { path: (string | number)[]; message: string };

/**
 * Everything in a page that reading it would leave out or rename, each with its path. The page may be of
 * today's format or of the old one, which keeps nested blocks in `zones` under '<block id>:<zone name>'.
 */
export function pageIssues(page: unknown): PageIssue[] {
  if (!isPlainObject(page)) {
    return [{ path: [], message: 'Expected a page: { "root": { "props": { … } }, "content": [ … ] }' }];
  }
  const issues: PageIssue[] = [];
  const pathById = new Map<string, string>();
  checkRoot(page.root, issues);
  checkItems(page.content, ["content"], 1, pathById, issues);
  if (page.zones !== undefined && !isPlainObject(page.zones)) {
    issues.push({ path: ["zones"], message: 'Expected an object: { "<block id>:<zone name>": [ … ] }' });
  } else {
    const zones = Object.entries(page.zones ?? {});
    for (const [key, items] of zones) checkItems(items, ["zones", key], 1, pathById, issues);
    for (const [key] of zones) checkZoneOwner(key, pathById, issues);
  }
  if (issues.length > 0) return issues;
  // What has no place of its own shows only when the page is put together, such as zones that hold each other.
  return migratePage(page).problems.map((message) => ({ path: [], message }));
}

function checkRoot(root: unknown, issues: PageIssue[]): void {
  const parsed = PuckState.shape.root.safeParse(root);
  for (const { path, message } of parsed.error?.issues ?? []) {
    issues.push({ path: ["root", ...(path as (string | number)[])], message });
  }
}

function checkItems(
  items: unknown,
  path: (string | number)[],
  depth: number,
  pathById: Map<string, string>,
  issues: PageIssue[],
): void {
  if (!Array.isArray(items)) {
    issues.push({ path, message: "Expected a list of blocks: [ … ]" });
  } else if (depth > MAX_NESTING) {
    issues.push({ path, message: `Blocks are nested more than ${MAX_NESTING} levels deep` });
  } else {
    items.forEach((item: unknown, index) => {
      checkItem(item, [...path, index], depth, pathById, issues);
    });
  }
}

function checkItem(
  item: unknown,
  path: (string | number)[],
  depth: number,
  pathById: Map<string, string>,
  issues: PageIssue[],
): void {
  const parsed = PageItem.safeParse(item);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      issues.push({ path: [...path, ...(issue.path as (string | number)[])], message: issue.message });
    }
    return;
  }
  const { type, props } = parsed.data;
  const first = pathById.get(props.id);
  if (first !== undefined || props.id === "") {
    const message =
      props.id === "" ? "Expected an id" : `The block at ${first} has the id "${props.id}" already`;
    issues.push({ path: [...path, "props", "id"], message });
  }
  pathById.set(props.id, first ?? path.join("."));
  for (const slot of blockShape(type).slots) {
    if (slot in props) checkItems(props[slot], [...path, "props", slot], depth + 1, pathById, issues);
  }
}

function checkZoneOwner(key: string, pathById: ReadonlyMap<string, string>, issues: PageIssue[]): void {
  const owner = key.slice(0, Math.max(0, key.lastIndexOf(":")));
  if (owner === "" || owner === "root" || pathById.has(owner)) return;
  issues.push({ path: ["zones", key], message: `There is no block with the id "${owner}" on this page` });
}

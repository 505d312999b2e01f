import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";

export type PageWorkOrder = { at: string; workOrderId: Id };

/** The work orders that a page's pricing blocks name, wherever they stand in it: in slots and in old zones as well. */
export function workOrdersOfPage(page: PuckState): PageWorkOrder[] {
  const found: PageWorkOrder[] = [];
  walk(page, "", found);
  return found;
}

function walk(value: unknown, at: string, found: PageWorkOrder[]): void {
  if (Array.isArray(value)) {
    value.forEach((inner, index) => {
      walk(inner, `${at}[${index}]`, found);
    });
  } else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      const place = `${at}.${name}`;
      if (name === "workOrderIds" && Array.isArray(inner)) {
        inner.forEach((workOrderId, index) => {
          if (typeof workOrderId === "string") found.push({ at: `${place}[${index}]`, workOrderId });
        });
      } else {
        walk(inner, place, found);
      }
    }
  }
}

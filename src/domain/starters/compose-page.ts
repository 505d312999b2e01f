import type { PageItem, PuckState } from "../page/page.ts";
import { PAGE_VERSION } from "../page/page-version.ts";

/** A block before it has an id. */
export type Part = { type: string; props: Record<string, unknown> };

export function heading(text: string, size: "title" | "h2" | "h3" = "h2"): Part {
  return { type: "Heading", props: { text, size } };
}

export function paragraph(text: string, style: "sm" | "md" | "lg" = "md"): Part {
  return { type: "Paragraph", props: { text, style } };
}

export function bullets(...titles: string[]): Part {
  return { type: "List", props: { items: titles.map((title) => ({ title })) } };
}

export function deliverables(title: string, ...contents: string[]): Part {
  return { type: "Deliverables", props: { title, items: contents.map((content) => ({ content })) } };
}

export function phases(...rows: { name: string; description: string; time: string }[]): Part {
  return { type: "ProvenWayOfWorking", props: { phases: rows } };
}

/** The work orders that the author ticks. */
export const WORK: Part = { type: "WorkOrders", props: { workOrderData: { workOrderIds: [] }, gst: true } };

/** Filled with the company's details when a document is made of the page. */
export const FOOTER: Part = { type: "Footer", props: {} };

export function composePage(title: string, parts: readonly Part[]): PuckState {
  const content = parts.map(
    ({ type, props }, at): PageItem => ({ type, props: { ...props, id: `${type}-${at + 1}` } }),
  );
  return { version: PAGE_VERSION, content, root: { props: { title } } };
}

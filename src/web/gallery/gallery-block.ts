import type { PageItem } from "#domain/page/page.ts";

let made = 0;

/** A block with a unique id. */
export function block(type: string, props: Record<string, unknown> = {}): PageItem {
  made += 1;
  return { type, props: { id: `${type}-${made}`, ...props } };
}

export const paragraph = (text: string, style = "md") => block("Paragraph", { text, style });
export const heading = (text: string, size = "h3") => block("Heading", { text, size });

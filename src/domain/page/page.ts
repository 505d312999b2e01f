import { z } from "zod";
import { MAX_DEPTH } from "./json-value.ts";

/** One block of a page: its type, and its props with an id. A slot is a prop that holds blocks. */
export type PageItem = { type: string; props: { id: string } & Record<string, unknown> };

export const PageItem = z.looseObject({
  type: z.string().max(100),
  props: z.looseObject({ id: z.string().max(200) }),
}) as unknown as z.ZodType<PageItem>;

/** Whether a value nests no deeper than this, so that recursion cannot exhaust the stack. */
function isNestedWithin(value: unknown, depth = MAX_DEPTH): boolean {
  let level: unknown[] = [value];
  for (let left = depth; level.length > 0; left -= 1) {
    if (left < 0) return false;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return true;
}

/** A page in the visual editor's format. Old pages keep nested blocks in `zones`. */
export const PuckState = z
  .looseObject({
    version: z.int().min(0).optional(),
    content: z.array(PageItem),
    root: z.looseObject({ props: z.looseObject({ title: z.string().max(300).optional() }).optional() }),
    zones: z.record(z.string(), z.array(PageItem)).optional(),
  })
  .refine((page) => isNestedWithin(page), "The page nests too deeply");
export type PuckState = z.infer<typeof PuckState>;

import { z } from "zod";

/** One block of a page: its type, and its props with an id. A slot is a prop that holds blocks. */
export type PageItem = { type: string; props: { id: string } & Record<string, unknown> };

export const PageItem = z.looseObject({
  type: z.string().max(100),
  props: z.looseObject({ id: z.string().max(200) }),
}) as unknown as z.ZodType<PageItem>;

/** A composed page as the visual editor stores it. Pages of the old format keep nested blocks in `zones`. */
export const PuckState = z.looseObject({
  content: z.array(PageItem),
  root: z.looseObject({ props: z.looseObject({ title: z.string().max(300).optional() }).optional() }),
  zones: z.record(z.string(), z.array(PageItem)).optional(),
});
export type PuckState = z.infer<typeof PuckState>;

import { z } from "zod";
import { Id } from "../id.ts";

export const ListedMail = z.strictObject({
  mailKind: Id,
  name: z.string(),
  /** What causes it. */
  when: z.string(),
  /** Who gets it. */
  to: z.string(),
  /** When the same person gets it once more. */
  again: z.string(),
  subject: z.string(),
  /** The part for programs that show no HTML. */
  text: z.string(),
});
export type ListedMail = z.infer<typeof ListedMail>;

/** Below this address are the looks of mails, by their kinds. */
export const MAIL_LOOK_PATH = "/admin/mails/look";

import type { Actions } from "#domain/activity/say-action.ts";
import type { ListedMail } from "#domain/mail/listed-mail.ts";
import type { ComposedMail, Job, MailBrand } from "./deps.ts";
import type { RowRules } from "./wall/row-rules.ts";

/** A mail, composed with sample values by the code that sends it. docs/mails.md and /admin/mails show it. */
export type MailSample = Omit<ListedMail, "subject" | "text"> & {
  /** A number that orders it among all mails; no two have the same. */
  place: number;
  compose: (brand: MailBrand, publicUrl: string) => ComposedMail;
};

/** What a folder of the server declares in its `noun.ts`; `start` finds it there, and no list names it. */
export type Noun = {
  /** Its work after a commit. */
  jobs?: readonly Job[];
  mails?: readonly MailSample[];
  /** The phrases of its audit actions. */
  actions?: Actions;
  /** The actions whose records may be gone, or have no name elsewhere: the activity finds them by their details. */
  namedInDetails?: readonly string[];
  /** Who sees and changes which rows of its tables. No role reaches a table without rules. */
  rows?: RowRules;
};

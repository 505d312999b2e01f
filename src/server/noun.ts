import type { Actions } from "#domain/activity/describe-action.ts";
import type { ListedMail } from "#domain/mail/listed-mail.ts";
import type { SearchKind } from "#domain/search/search-hit.ts";
import type { ComposedMail, HitLoader, Job, MailBrand, SystemSource } from "./deps.ts";
import type { Counted } from "./lists/count-triggers.ts";
import type { WordSource } from "./rls/find-functions.ts";
import type { RowRules } from "./rls/row-rules.ts";

/** A mail, composed with sample values by the code that sends it. docs/mails.md and /admin/mails show it. */
export type MailSample = Omit<ListedMail, "subject" | "text"> & {
  /** A number that orders it among all mails; no two have the same. */
  order: number;
  compose: (brand: MailBrand, publicUrl: string) => ComposedMail;
};

/** A kind of records that is found by words, and how lists of hits name it: for clients and for the company. */
export type SearchSource = {
  kind: SearchKind;
  ofOrganization?: { source: WordSource; name: HitLoader };
  ofCompany?: { source: WordSource; name: HitLoader };
};

/**
 * What a folder of the server declares as `noun` in its `noun.ts`, which also binds calls to use cases (`routes`).
 * `start` finds both there, and no list names them.
 */
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
  /** How its records are found by their words. */
  search?: SearchSource;
  /** The rows that triggers count, by the names of lists. Clients see the counts of those that begin with "shown ". */
  countedLists?: Readonly<Record<string, Counted>>;
  /** Its parts of /admin/system. */
  systemParts?: readonly SystemSource[];
};

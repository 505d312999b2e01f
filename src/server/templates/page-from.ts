import { withTitle } from "#domain/page/edit-page.ts";
import type { PuckState } from "#domain/page/page.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { freshPage } from "./add-template.ts";
import { fillPage, findVariableTexts, type VariableFacts } from "./fill-page.ts";
import type { TemplateRow } from "./queries.ts";

type Given = VariableFacts & { texts?: Record<string, string> | undefined };

/** The page of a new document: the template's with ids of its own and with texts in place of its variables. */
export async function pageFrom(
  tx: Tx,
  deps: Pick<Deps, "env">,
  { page, variables }: Pick<TemplateRow, "page" | "variables">,
  { texts = {}, ...facts }: Given,
): Promise<PuckState> {
  const known = await findVariableTexts(tx, deps, facts);
  const usual = variables.map((one) => [one.name, one.default] as const);
  const { unread, ...fresh } = freshPage(page);
  // A text that someone has emptied leaves its variable on the page, where it is listed.
  const filled = fillPage(withTitle(fresh, ""), new Map([...known, ...usual, ...Object.entries(texts)]));
  return unread === undefined ? filled : { ...filled, unread };
}

import { eq } from "drizzle-orm";
import { formatAbn } from "#domain/format-party.ts";
import { isEmptyFooter } from "#domain/page/empty-blocks.ts";
import type { PuckState } from "#domain/page/page.ts";
import { allItems, mapItems } from "#domain/page/walk-page.ts";
import type { Editor } from "../access/gates.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { generalDocuments } from "../schema/agreements.ts";
import { findSettingsRow } from "../settings/queries.ts";

/** The page with the company's details in its empty footers. Footers in which somebody wrote stay as they are. */
export async function fillFooters(
  tx: Tx,
  deps: Pick<Deps, "env">,
  page: PuckState,
  { email }: Pick<Editor, "email">,
): Promise<PuckState> {
  if (!allItems(page).some(isEmptyFooter)) return page;
  const { companyName, abn, address, replyTo } = await findSettingsRow(tx, deps);
  const [terms] = await tx
    .select({ generalDocumentId: generalDocuments.generalDocumentId })
    .from(generalDocuments)
    .where(eq(generalDocuments.isGeneralTerms, true));
  const details = {
    businessName: companyName,
    ...(abn !== null && { abn: formatAbn(abn) }),
    ...(address !== null && { address }),
    ...(terms && { termsLink: `/general-document/${encodeURIComponent(terms.generalDocumentId)}` }),
    contactEmail: replyTo ?? email,
  };
  return mapItems(page, (item) =>
    isEmptyFooter(item) ? { ...item, props: { ...details, ...written(item.props) } } : item,
  );
}

/** The props of a footer without empty texts, which would replace the company's. */
function written<Props extends { id: string }>(props: Props): Props {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== "")) as Props;
}

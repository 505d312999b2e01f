import { sql } from "drizzle-orm";
import { formatNumber, type Numbered } from "#domain/settings/settings.ts";
import type { Tx } from "../db/database.ts";
import type { Env } from "../env/read-env.ts";
import { numberSeries } from "../schema/settings.ts";
import { findNext, findSettingsRow } from "./queries.ts";

/** Takes the next number, such as "INV-0042". Others wait for the transaction's end, so numbers have no gaps. */
export async function allocateNumber(
  tx: Tx,
  deps: { env: Pick<Env, "brand" | "timeZone"> },
  numbered: Numbered,
): Promise<string> {
  const row = await findSettingsRow(tx, deps);
  const look =
    numbered === "document"
      ? { prefix: row.documentPrefix, digits: row.documentDigits }
      : { prefix: row.invoicePrefix, digits: row.invoiceDigits };
  const first = await findNext(tx, numbered, look);
  const { nextNumber } = numberSeries;
  const [taken] = await tx
    .insert(numberSeries)
    .values({ numbered, prefix: look.prefix, nextNumber: first + 1 })
    .onConflictDoUpdate({
      target: [numberSeries.numbered, numberSeries.prefix],
      set: { nextNumber: sql`${nextNumber} + 1` },
    })
    .returning({ nextNumber });
  if (!taken) throw new Error("The database returned no number.");
  return formatNumber(look, taken.nextNumber - 1);
}

import { basename } from "node:path";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { expect } from "vitest";
import type { TestApp } from "./make-app.ts";
import { asIntruder } from "./past-triggers.ts";
import { reportFigure } from "./suite-cases.ts";

/** Another value of the same type that the table takes. */
const OTHER: Record<string, string> = {
  char: "case when # = repeat('a', 64) then repeat('b', 64) else repeat('a', 64) end",
  boolean: "not coalesce(#, false)",
  text: "coalesce(#, '') || 'x'",
  integer: "coalesce(#, 0) + 1000",
  bigint: "# + 1",
  numeric: "coalesce(#, 0) + 0.01",
  jsonb: '# || \'{"forged": "yes"}\'',
  timestamp: "coalesce(#, now()) + interval '1 millisecond'",
  date: "coalesce(#, current_date) + 1",
};
const OTHER_WORD: Record<string, string> = {
  status: "case # when 'APPROVED' then 'DECLINED' else 'APPROVED' end",
  document_type: "case # when 'PROPOSAL' then 'SCOPE_OF_WORK' else 'PROPOSAL' end",
  sent_type: "case # when 'PROPOSAL' then 'SCOPE_OF_WORK' else 'PROPOSAL' end",
  invoice_status: "case # when 'UNPAID' then 'PAID' else 'UNPAID' end",
  permission_type: "case # when 'write' then 'read' else 'write' end",
  consent: "case # when 'ticked-by-person' then 'sent-by-program' else 'ticked-by-person' end",
  "access_records.kind": "case # when 'remove' then 'withdraw' else 'remove' end",
  actor_side: "case # when 'self' then 'company' else 'self' end",
  previous_permission_type: "case # when 'read' then 'write' else 'read' end",
  decision: "case # when 'DECLINED' then 'APPROVED' else 'DECLINED' end",
  // An invoice is paid at most in full.
  amount_paid: "# - 0.01",
  kind: "case # when 'document.approve' then 'document.decline' else 'document.approve' end",
};

/**
 * Changes each stored column of one row in turn, and puts it back. Returns the columns whose change went unnoticed.
 */
export async function changeEachColumn(
  app: TestApp,
  table: PgTable,
  where: string,
  isNoticed: (column: string) => Promise<boolean>,
  exceptions: readonly string[] = [],
): Promise<string[]> {
  const name = getTableName(table);
  const [before] = await asIntruder<{ row: object }>(
    app,
    `select to_jsonb(one) as row from ${name} as one where ${where}`,
  );
  const missed: string[] = [];
  let tried = 0;
  for (const column of Object.values(getTableColumns(table))) {
    if (column.generated || exceptions.includes(column.name)) continue;
    tried += 1;
    const other =
      OTHER_WORD[`${name}.${column.name}`] ??
      OTHER_WORD[column.name] ??
      OTHER[column.getSQLType().split(/\W/)[0] ?? ""] ??
      "no other value";
    const changed = `${column.name} = ${other.replaceAll("#", column.name)}`;
    const [at] = await asIntruder<{ ctid: string }>(
      app,
      `update ${name} set ${changed} where ${where} returning ctid::text`,
    );
    if (!(await isNoticed(column.name))) missed.push(`${name}.${column.name}`);
    const back = `(jsonb_populate_record(null::${name}, $1)).${column.name}`;
    await asIntruder(app, `update ${name} set ${column.name} = ${back} where ctid = $2::tid returning 1`, [
      JSON.stringify(before?.row),
      at?.ctid,
    ]);
  }
  reportFigure(
    `TRUST-1: ${tried} fields of ${name} changed past the portal, ${tried - missed.length} noticed (${basename(expect.getState().testPath ?? "")})`,
  );
  return missed;
}

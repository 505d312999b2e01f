import { Client } from "pg";
import { vi } from "vitest";
import type { OwnerConnection } from "#server/db/database.ts";

type Asked = { text?: string; values?: unknown[] };
type Plan = {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Plan[];
};

/** The statements on documents that some work asks, with their values. */
export async function documentStatementsOf(work: () => Promise<unknown>): Promise<Asked[]> {
  const query = vi.spyOn(Client.prototype, "query") as unknown as {
    mock: { calls: unknown[][] };
    mockRestore(): void;
  };
  try {
    await work();
    return query.mock.calls
      .flatMap(([asked]) => (asked as { asked?: Asked[] }).asked ?? [asked as Asked])
      .filter(({ text }) => /"unique_documents"|counterpart_find_letters/.test(text ?? ""));
  } finally {
    query.mockRestore();
  }
}

/** How many rows the scans of statements read, whichever they keep, in the scope of a member. */
export async function rowsReadBy(
  owner: OwnerConnection,
  statements: readonly Asked[],
  { organizationId, userProfileId }: { organizationId: string; userProfileId: string },
): Promise<number> {
  await owner.query(`begin; set local role counterpart_member;
    set local app.organization_id = '${organizationId}'; set local app.user_profile_id = '${userProfileId}'`);
  let read = 0;
  for (const { text, values } of statements) {
    const { rows } = await owner.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
      `explain (analyze, costs off, timing off, buffers off, format json) ${text}`,
      values,
    );
    for (const row of rows) for (const { Plan } of row["QUERY PLAN"]) read += readIn(Plan);
  }
  await owner.query("rollback");
  return read;
}

function readIn(plan: Plan): number {
  const isScan = /^(Seq|Index|Index Only|Bitmap Heap) Scan$/.test(plan["Node Type"]);
  const removed = (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Index Recheck"] ?? 0);
  const own = isScan ? (plan["Actual Rows"] + removed) * plan["Actual Loops"] : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + readIn(part), own);
}

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

/** The statements on documents that some work sends, with their values. */
export async function documentStatementsOf(work: () => Promise<unknown>): Promise<Asked[]> {
  const query = vi.spyOn(Client.prototype, "query") as unknown as {
    mock: { calls: unknown[][] };
    mockRestore(): void;
  };
  try {
    await work();
    return query.mock.calls
      .map(([asked, values]) => ({ values, ...(asked as Asked) }) as Asked)
      .filter(({ text }) => /"unique_documents"/.test(text ?? ""));
  } finally {
    query.mockRestore();
  }
}

type DbOrTx = { organizationId: string; userProfileId: string };

/** How many rows the scans of statements read, including filtered ones, in the scope of a member. */
export async function rowsReadBy(
  owner: OwnerConnection,
  statements: readonly Asked[],
  reader: DbOrTx,
): Promise<number> {
  const plans = await explain<{ Plan: Plan }[]>(
    owner,
    statements,
    reader,
    "analyze, timing off, format json",
  );
  return plans.flat().reduce((sum, { Plan }) => sum + readIn(Plan), 0);
}

/** The plans of statements as text, in the scope of a member. */
export async function plansInScope(
  owner: OwnerConnection,
  statements: readonly Asked[],
  reader: DbOrTx,
): Promise<string> {
  return (await explain<string>(owner, statements, reader, "format text")).join("\n");
}

async function explain<Answer>(
  owner: OwnerConnection,
  statements: readonly Asked[],
  { organizationId, userProfileId }: DbOrTx,
  options: string,
): Promise<Answer[]> {
  await owner.query(`begin; set local role counterpart_member;
    set local app.organization_id = '${organizationId}'; set local app.user_profile_id = '${userProfileId}'`);
  const plans: Answer[] = [];
  for (const { text, values } of statements) {
    const { rows } = await owner.query<{ "QUERY PLAN": Answer }>(`explain (${options}) ${text}`, values);
    plans.push(...rows.map((row) => row["QUERY PLAN"]));
  }
  await owner.query("rollback");
  return plans;
}

function readIn(plan: Plan): number {
  const isScan = /^(Seq|Index|Index Only|Bitmap Heap) Scan$/.test(plan["Node Type"]);
  const removed = (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Index Recheck"] ?? 0);
  const own = isScan ? (plan["Actual Rows"] + removed) * plan["Actual Loops"] : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + readIn(part), own);
}

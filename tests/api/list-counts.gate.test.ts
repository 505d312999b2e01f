import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { migrateDatabase } from "#server/installation/migrate.ts";
import { RLS } from "#server/start/nouns.ts";
import { makeInvoice, makeOrganization, makeWorkOrder, unique } from "#tests/support/factories.ts";
import { countRecords, findStoredCounts } from "#tests/support/list-counts.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { addManyDocuments } from "#tests/support/many-documents.ts";

const app = await startTestApp();
// Jobs of a start change documents too, and the two ways of counting are not of one moment.
await app.deps.queue.stop();
const organizationIds: string[] = [];
for (let n = 0; n < 3; n += 1) {
  const { organizationId } = await makeOrganization(app.db);
  organizationIds.push(organizationId);
  await addManyDocuments(app.db, organizationId, 40);
  for (let order = 0; order < 10; order += 1) await makeWorkOrder(app.db, { organizationId });
  for (let invoice = 0; invoice < 10; invoice += 1) await makeInvoice(app.db, { organizationId });
}

const totals = () => app.deps.database.asOwner(findStoredCounts);
const counted = () => app.deps.database.asOwner(countRecords);

/** Changes of everything that a count depends on, each of some rows of any organization. */
const CHANGES = [
  (n: number) =>
    sql`update unique_documents set status = 'DECLINED', shown_at = now() where total_cost::int % 7 = ${n % 7}`,
  (n: number) => sql`update unique_documents set status = 'DRAFT' where total_cost::int % 11 = ${n % 11}`,
  (n: number) => sql`update unique_documents set archived_at = case when archived_at is null then now() end
    where total_cost::int % 5 = ${n % 5}`,
  (
    n: number,
  ) => sql`update unique_documents set shown_total = nullif(shown_total + ${n}, 30.45), hides_prices = not hides_prices
    where total_cost::int % 3 = ${n % 3}`,
  (n: number) =>
    sql`update unique_documents set status = 'DRAFT', shown_at = null where total_cost::int % 13 = ${n % 13}`,
  (n: number) => sql`update unique_documents set shown_at = now(), sent_type = 'SCOPE_OF_WORK'
    where total_cost::int % 9 = ${n % 9}`,
  (n: number) =>
    sql`delete from unique_documents where shown_at is null and total_cost::int % 17 = ${n % 17}
    and not exists (select from document_decisions as one where one.unique_document_id = unique_documents.unique_document_id)`,
  (n: number) => sql`update work_orders set work_order_status = 'DONE' where length(name) % 2 = ${n % 2}`,
  (
    n: number,
  ) => sql`update work_orders set work_order_status = 'OPEN', shown_at = case when shown_at is null then now() end
    where work_order_id < ${String(n)} or random() < 0.3`,
  (n: number) => sql`update work_orders set unique_document_id = (
    select unique_document_id from unique_documents where organization_id = work_orders.organization_id
    order by unique_document_id offset ${n % 40} limit 1) where random() < 0.3`,
  () => sql`update invoices set invoice_status = 'PAID', total = 12.5 where random() < 0.3`,
  () => sql`update invoices set invoice_status = 'UNPAID', issued_at = case when issued_at is null then now() end
    where random() < 0.3`,
];

const addOne = (organizationId: string) => sql`
  insert into work_orders (work_order_id, organization_id, external_id, name, description, work_order_status, is_optional,
    does_client_want_work_done, discount_percent)
  values (${unique("order")}, ${organizationId}, 'W', 'Work', '', 'OPEN', false, true, 0)`;

class Undone extends Error {}

const step = fc.record({
  change: fc.nat({ max: CHANGES.length - 1 }),
  n: fc.nat({ max: 1000 }),
  addsTo: fc.option(fc.nat({ max: 2 }), { freq: 3 }),
  isUndone: fc.boolean(),
});

test("COMPANY-6 the stored counts of every list equal its rows, after any change or rollback", async () => {
  const many = { minLength: 20, maxLength: 20 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, many), async (steps) => {
      for (const { change, n, addsTo, isUndone } of steps) {
        const work = app.db.transaction(async (tx) => {
          await tx.execute(CHANGES[change]?.(n) ?? sql``);
          if (addsTo !== null) await tx.execute(addOne(organizationIds[addsTo] ?? ""));
          if (isUndone) throw new Undone();
        });
        await work.catch((error: unknown) => {
          if (!(error instanceof Undone)) throw error;
        });
      }
      expect(await totals()).toEqual(await counted());
    }),
    { numRuns: 20, endOnFailure: true },
  );
});

test("COMPANY-6 concurrent changes of one figure do not wait for each other, and are soon merged into one row", async () => {
  const organizationId = organizationIds[0] ?? "";
  const rowsOf = async () => {
    const found = await app.db.execute<{ n: number }>(
      sql`select count(*)::int as n from list_counts where list = 'work orders' and organization_id = ${organizationId} and status = 'OPEN'`,
    );
    return found.rows[0]?.n;
  };
  await app.db.execute(addOne(organizationId));
  await app.db.transaction(async (open) => {
    await open.execute(addOne(organizationId));
    // Each waits for nothing that the open transaction holds.
    await Promise.all(Array.from({ length: 5 }, () => app.db.execute(addOne(organizationId))));
    expect(await counted()).toEqual(await totals());
  });
  expect(await totals()).toEqual(await counted());
  await app.db.execute(addOne(organizationId));
  expect(await rowsOf()).toBe(1);
});

test("COMPANY-6 wrong counts are rebuilt at the next start that finds changed triggers", async () => {
  const { database } = app.deps;
  await database.asOwner(async (owner) => {
    await owner.query("update list_counts set rows = rows + 5");
    await owner.query("alter table work_orders disable trigger counterpart_count_insert_work_orders");
  });
  await app.db.execute(addOne(organizationIds[0] ?? ""));
  expect(await totals()).not.toEqual(await counted());
  await migrateDatabase(database, RLS);
  expect(await totals()).toEqual(await counted());
  await app.db.execute(addOne(organizationIds[0] ?? ""));
  expect(await totals()).toEqual(await counted());
});

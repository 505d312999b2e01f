import { type SQL, sql } from "drizzle-orm";
import { documentDecisions, documentVersions } from "../schema/document-versions.ts";
import { paymentPlanParts } from "../schema/payment-plans.ts";
import { workOrders } from "../schema/work-orders.ts";

/** Whether the work that was agreed on is done. Work that was archived instead is no longer waited for. */
export function isWorkDone(): SQL {
  return ofAgreedWork(
    sql`bool_or(${workOrders.workOrderStatus} = 'DONE') and bool_and(${workOrders.workOrderStatus} in ('DONE', 'ARCHIVED'))`,
  );
}

/** Whether no work is left that could be done: all of it is archived, or none was agreed on. */
export function isNoWorkLeft(): SQL {
  return ofAgreedWork(sql`coalesce(bool_and(${workOrders.workOrderStatus} = 'ARCHIVED'), true)`);
}

/**
 * An aggregate of the work that accepting the document of a part agreed on, wherever it is now: what the decided page
 * quotes, or of a page that quotes none the work that was sent with it (domain/work-orders/agreed-work.ts).
 */
function ofAgreedWork(aggregate: SQL): SQL {
  const { page, uniqueDocumentId, versionNumber } = documentDecisions;
  const { workOrderId, doesClientWantWorkDone } = workOrders;
  const quotes = sql`jsonb_path_exists(${page}, '$.**.workOrderData.workOrderIds[*]')`;
  const offered = sql`jsonb_path_query(case when ${quotes} then ${page} else ${documentVersions.work} end, '$.**.workOrders[*]')`;
  const isOptional = sql`coalesce((offered #>> '{optional,isOptional}')::boolean, false)`;
  const isChosen = sql`case when ${quotes} then (offered #>> '{optional,doesClientWantWorkDone}')::boolean
    else ${doesClientWantWorkDone} end`;
  return sql`coalesce((select ${aggregate} from ${documentDecisions}
    left join ${documentVersions} on ${documentVersions.uniqueDocumentId} = ${uniqueDocumentId}
      and ${documentVersions.number} = ${versionNumber}
    cross join lateral ${offered} as offered
    join ${workOrders} on ${workOrderId} = offered ->> 'workOrderId'
    where ${uniqueDocumentId} = ${paymentPlanParts.uniqueDocumentId} and (not ${isOptional} or ${isChosen})), false)`;
}

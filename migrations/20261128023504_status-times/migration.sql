ALTER TABLE "work_orders" ADD COLUMN "reached_at" jsonb DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- What the activity still knows of earlier moves, and since when each work order has its present status.
update work_orders set reached_at = coalesce((
  select jsonb_object_agg(status, to_char(latest at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from (
    select details ->> 'to' as status, max(at) as latest from audit_events
    where subject_id = work_order_id and action in ('work-order.move', 'work-order.settle') and details ? 'to'
    group by 1) as moves), '{}')
  || jsonb_build_object(work_order_status, to_char(moved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));

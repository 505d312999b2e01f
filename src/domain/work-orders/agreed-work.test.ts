import { expect, test } from "vitest";
import { settleWork } from "./agreed-work.ts";
import type { WorkOrderStatus } from "./work-order.ts";

const work = (workOrderId: string, isOptional = false, doesClientWantWorkDone = false) => ({
  workOrderId,
  optional: { isOptional, doesClientWantWorkDone },
});
const pageOf = (...workOrderIds: string[]) => ({
  root: { props: {} },
  content:
    workOrderIds.length === 0
      ? []
      : [{ type: "WorkOrders", props: { id: "prices", workOrderData: { workOrderIds } } }],
});
const stored = (workOrderId: string, workOrderStatus: WorkOrderStatus = "DRAFT") => ({
  workOrderId,
  workOrderStatus,
});

const SENT = [work("fixed"), work("chosen", true, true), work("left", true), work("unquoted")];

function settle(page: ReturnType<typeof pageOf>, rows: ReturnType<typeof stored>[]) {
  return settleWork(SENT, page, rows).map(({ to, work: moved }) => [
    to,
    moved.map(({ workOrderId }) => workOrderId),
  ]);
}

const ALL = SENT.map(({ workOrderId }) => stored(workOrderId));

test("FIRST-6 accepting opens what the page offers and the client wants, and archives the rest", () => {
  expect(settle(pageOf("fixed", "chosen", "left"), ALL)).toEqual([
    ["OPEN", ["fixed", "chosen"]],
    ["ARCHIVED", ["left", "unquoted"]],
  ]);
});

test("FIRST-6 a page that quotes no work offers all the work of its document", () => {
  expect(settle(pageOf(), ALL)).toEqual([
    ["OPEN", ["fixed", "chosen", "unquoted"]],
    ["ARCHIVED", ["left"]],
  ]);
});

test("FIRST-6 work that was moved already or was added after the sending stays where it is", () => {
  const rows = [stored("fixed", "IN_PROGRESS"), stored("left", "OPEN"), stored("added-later")];
  expect(settle(pageOf("fixed", "left"), rows)).toEqual([]);
});

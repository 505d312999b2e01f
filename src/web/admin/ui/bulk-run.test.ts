import { expect, test } from "vitest";
import { ApiError } from "#web/lib/api-error.ts";
import { type BulkOutcome, RowRefused, runEach } from "./bulk-run.ts";

function start(answers: Record<string, unknown>) {
  const outcomes: Record<string, BulkOutcome> = {};
  const tried: string[] = [];
  const run = async (row: string) => {
    tried.push(row);
    if (answers[row]) throw answers[row];
  };
  const onOutcome = (row: string, outcome: BulkOutcome) => {
    outcomes[row] = outcome;
  };
  return { outcomes, tried, run, onOutcome, doneText: "is archived" };
}

test("FIRST-4 a row that changed meanwhile is refused in its own sentence, and the others are carried out", async () => {
  const begun = start({
    b: new ApiError(409, "conflict", "Someone else has changed it."),
    c: new RowRefused("Its total is now $5.00."),
  });
  expect(await runEach({ rows: ["a", "b", "c", "d"], ...begun })).toBeNull();
  expect(begun.outcomes).toEqual({
    a: { state: "done", text: "is archived" },
    b: { state: "refused", text: "Someone else has changed it." },
    c: { state: "refused", text: "Its total is now $5.00." },
    d: { state: "done", text: "is archived" },
  });
});

test.each([
  ["the connection fails", new TypeError("Failed to fetch")],
  ["a proxy answers in place of the portal", new ApiError(502, "unknown", "The portal didn't answer.")],
  ["the portal fails", new ApiError(500, "internal", "Something went wrong.")],
  ["the portal asks to wait", new ApiError(429, "rate-limited", "Too many attempts.")],
  ["the person cancels a step-up", new ApiError(403, "forbidden", "Please confirm.", { reason: "step-up" })],
])("FIRST-4 if %s midway, the rest is left for another try", async (_what, error) => {
  const begun = start({ b: error });
  const stop = await runEach({ rows: ["a", "b", "c"], ...begun });
  expect(stop).toEqual({ reason: expect.any(String), left: 2 });
  expect(begun.tried).toEqual(["a", "b"]);
  expect(begun.outcomes).toEqual({ a: { state: "done", text: "is archived" } });
  const again = start({});
  expect(await runEach({ rows: ["b", "c"], ...again })).toBeNull();
  expect(Object.keys(again.outcomes)).toEqual(["b", "c"]);
});

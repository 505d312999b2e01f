import { expect, test } from "vitest";
import { readLiveEvent, reconnectDelay } from "./live.ts";

test("APPR-5 a broken stream is joined again sooner at first, at least once a minute later", () => {
  expect([0, 1, 2, 3].map(reconnectDelay)).toEqual([1000, 2000, 4000, 8000]);
  expect([10, 1000].map(reconnectDelay)).toEqual([60_000, 60_000]);
});

test("APPR-5 an event of the stream is read", () => {
  expect(readLiveEvent('{"kind":"document","id":"d1"}')).toEqual({ kind: "document", id: "d1" });
});

test.each(["", "nonsense", "null", "{}", '{"kind":"other","id":"x"}', '{"kind":"document"}'])(
  "APPR-5 %j on the stream is passed over",
  (data) => {
    expect(readLiveEvent(data)).toBeNull();
  },
);

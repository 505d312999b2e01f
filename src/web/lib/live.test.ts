import { expect, test } from "vitest";
import { readLiveEvent } from "./live.ts";

test("APPR-5 an event of the stream is read", () => {
  expect(readLiveEvent('{"kind":"document","id":"d1"}')).toEqual({ kind: "document", id: "d1" });
});

test.each(["", "nonsense", "null", "{}", '{"kind":"other","id":"x"}', '{"kind":"document"}'])(
  "APPR-5 %j on the stream is passed over",
  (data) => {
    expect(readLiveEvent(data)).toBeNull();
  },
);

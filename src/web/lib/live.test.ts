import { expect, test } from "vitest";
import { eventReader, readLiveEvent } from "./live.ts";

test("APPR-5 an event of the stream is read", () => {
  expect(readLiveEvent('{"kind":"document","id":"d1"}')).toEqual({ kind: "document", id: "d1" });
});

test.each(["", "nonsense", "null", "{}", '{"kind":7,"id":"x"}', '{"kind":"document"}'])(
  "APPR-5 %j on the stream is passed over",
  (data) => {
    expect(readLiveEvent(data)).toBeNull();
  },
);

const STREAM =
  'event: ready\ndata: {"quietForMs":7}\n\n: still here\n\ndata: {"kind":"document","id":"a: b"}\n\n';
const EVENTS = [
  ["ready", '{"quietForMs":7}'],
  [undefined, '{"kind":"document","id":"a: b"}'],
];

test("events are read from pieces of any size, and none before it is whole", () => {
  for (const size of [1, 2, 7, STREAM.length]) {
    const read: unknown[] = [];
    const reader = eventReader((...event) => read.push(event));
    for (let at = 0; at < STREAM.length; at += size) reader(STREAM.slice(at, at + size));
    expect(read).toEqual(EVENTS);
    reader("data: {");
    expect(read).toEqual(EVENTS);
  }
});

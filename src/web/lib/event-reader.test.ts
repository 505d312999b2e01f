import { expect, test } from "vitest";
import { eventReader } from "./event-reader.ts";

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

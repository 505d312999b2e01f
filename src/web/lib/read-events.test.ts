import fc from "fast-check";
import { expect, test } from "vitest";
import { createEventReader } from "./read-events.ts";

const STREAM =
  'event: ready\ndata: {"quietForMs":12}\n\n: still here\n\ndata: {"id":"a: b"}\n\ndata: one\ndata: two\n\n';

function toldOf(pieces: readonly string[]): [string, string][] {
  const told: [string, string][] = [];
  const read = createEventReader((name, data) => told.push([name, data]));
  for (const piece of pieces) read(piece);
  return told;
}

test("APPR-5 a stream is read in whatever pieces it comes, and an event once it is whole", () => {
  const whole: [string, string][] = [
    ["ready", '{"quietForMs":12}'],
    ["message", '{"id":"a: b"}'],
    ["message", "one\ntwo"],
  ];
  fc.assert(
    fc.property(fc.array(fc.nat(STREAM.length)), (places) => {
      const cuts = [0, ...places.sort((a, b) => a - b), STREAM.length];
      const pieces = cuts.slice(1).map((end, index) => STREAM.slice(cuts[index], end));
      expect(toldOf(pieces)).toEqual(whole);
    }),
  );
  expect(toldOf(["data: half"])).toEqual([]);
});

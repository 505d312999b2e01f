import { expect, test } from "vitest";
import { createPreviewQueue } from "./preview-queue.ts";

const always = () => true;

/** A line whose tasks are finished by hand, and the names of those that have run. */
function setUp(most = 5) {
  const line = createPreviewQueue(most);
  const ran: string[] = [];
  const finish = new Map<string, () => void>();
  const print = (key: string, name: string, isAwaited = always) =>
    line(key, isAwaited, () => {
      ran.push(name);
      return new Promise<string>((resolve) => finish.set(name, () => resolve(name)));
    });
  const settle = async (name: string) => {
    finish.get(name)?.();
    await new Promise(setImmediate);
  };
  return { print, ran, settle };
}

test("STUDIO-10 of many presses on one document the first and the newest are printed, one after the other", async () => {
  const { print, ran, settle } = setUp();
  const first = print("a", "a1");
  const later = [print("a", "a2"), print("a", "a3"), print("a", "a4")];
  expect(ran).toEqual(["a1"]);
  await settle("a1");
  expect(ran).toEqual(["a1", "a4"]);
  await settle("a4");
  expect(await Promise.all([first, ...later])).toEqual(["a1", "a4", "a4", "a4"]);
  const again = print("a", "a5");
  await settle("a5");
  expect(await again).toBe("a5");
});

test("STUDIO-10 documents take turns in the order of their first press, and too many are refused", async () => {
  const { print, ran, settle } = setUp(2);
  const all = [print("a", "a1"), print("b", "b1"), print("c", "c1"), print("b", "b2")];
  await expect(print("d", "d1")).rejects.toMatchObject({
    code: "unavailable",
    details: { reason: "busy", retryAfterSeconds: 5 },
  });
  for (const name of ["a1", "b2", "c1"]) await settle(name);
  expect(await Promise.all(all)).toEqual(["a1", "b2", "c1", "b2"]);
  expect(ran).toEqual(["a1", "b2", "c1"]);
});

test("STUDIO-10 what no one waits for any more is not printed, and a failure stops no one behind it", async () => {
  const { print, ran, settle } = setUp();
  const line = createPreviewQueue(1);
  const failing = line("a", always, () => Promise.reject(new Error("No browser")));
  const behind = line("b", always, () => Promise.resolve("b1"));
  await expect(failing).rejects.toThrow("No browser");
  expect(await behind).toBe("b1");

  const first = print("a", "a1");
  const left = print("b", "b1", () => false);
  const last = print("c", "c1");
  const refusal = expect(left).rejects.toMatchObject({ details: { reason: "left" } });
  await settle("a1");
  await refusal;
  await settle("c1");
  expect([await first, await last, ran]).toEqual(["a1", "c1", ["a1", "c1"]]);
});

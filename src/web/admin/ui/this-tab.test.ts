import { expect, test } from "vitest";
import { claim, tabsBeside } from "./this-tab.ts";

/** A page that locks the id of its tab until it is released. */
function openPage(id: string) {
  const { promise: closed, resolve: release } = Promise.withResolvers<void>();
  const { promise: opened, resolve } = Promise.withResolvers<void>();
  const ended = navigator.locks.request(`tab ${id}`, () => {
    resolve();
    return closed;
  });
  return {
    opened,
    async close() {
      release();
      await ended;
    },
  };
}

test("STUDIO-12 a page that is loaded again keeps its tab's id, though the page before lets go of it late", async () => {
  const before = openPage("reloaded");
  await before.opened;
  const claimed = claim(navigator.locks, "reloaded", 60_000);
  await before.close();
  expect(await claimed).toBe("reloaded");
  expect(await tabsBeside(navigator.locks, "another")).toContain("reloaded");
});

test("STUDIO-12 a duplicated tab gets an id of its own", async () => {
  const original = openPage("original");
  await original.opened;
  const id = await claim(navigator.locks, "original", 1);
  expect(id).not.toBe("original");
  expect([...(await tabsBeside(navigator.locks, id))]).toContain("original");
  await original.close();
});

test("STUDIO-12 where locks are refused, or there are none, a tab keeps its id and knows of no other", async () => {
  const refuse = () => Promise.reject(new DOMException("Not here", "SecurityError"));
  for (const locks of [{ request: refuse, query: refuse }, undefined]) {
    expect(await claim(locks, "own")).toBe("own");
    expect([...(await tabsBeside(locks, "own"))]).toEqual([]);
  }
});

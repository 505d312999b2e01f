import { expect, test } from "vitest";
import { type CopyOf, claimLocalCopy, forgetLocalCopy, saveLocalCopy } from "./local-copy.ts";

function makeStore(): Parameters<typeof saveLocalCopy>[0] {
  const rows = new Map<string, string>();
  return {
    getItem: (key) => rows.get(key) ?? null,
    setItem: (key, value) => void rows.set(key, value),
    removeItem: (key) => void rows.delete(key),
    key: (at) => [...rows.keys()][at] ?? null,
    get length() {
      return rows.size;
    },
  };
}

const tab = (tabId: string, personId = "ada"): CopyOf => ({ personId, documentId: "p-1", tabId });
const copyOf = (text: string, keptAt: string) => ({
  page: { root: {}, content: [{ type: "Heading", props: { id: "h", text } }] },
  revision: 5,
  keptAt,
});
const textOf = (copy: ReturnType<typeof claimLocalCopy>) => copy?.page.content[0]?.props.text;

test("STUDIO-12 two tabs of one person do not delete each other's words", () => {
  const store = makeStore();
  saveLocalCopy(store, tab("one"), copyOf("of one", "2026-11-22T01:00:00.000Z"));
  saveLocalCopy(store, tab("two"), copyOf("of two", "2026-11-22T02:00:00.000Z"));
  forgetLocalCopy(store, tab("two"));
  expect(textOf(claimLocalCopy(store, tab("one")))).toBe("of one");
});

test("STUDIO-12 a new tab claims the newest copy of a closed tab, and no other person's", () => {
  const store = makeStore();
  saveLocalCopy(store, tab("one"), copyOf("older", "2026-11-22T01:00:00.000Z"));
  saveLocalCopy(store, tab("two"), copyOf("newer", "2026-11-22T02:00:00.000Z"));
  expect(claimLocalCopy(store, tab("three", "bo"))).toBeUndefined();
  expect(textOf(claimLocalCopy(store, tab("three")))).toBe("newer");
  forgetLocalCopy(store, tab("three"));
  expect(textOf(claimLocalCopy(store, tab("four")))).toBe("older");
});

test("STUDIO-12 a new tab leaves the words of an open one to that one", () => {
  const store = makeStore();
  saveLocalCopy(store, tab("one"), copyOf("of one", "2026-11-22T01:00:00.000Z"));
  expect(claimLocalCopy(store, tab("two"), new Set(["one"]))).toBeUndefined();
  expect(textOf(claimLocalCopy(store, tab("one"), new Set(["two"])))).toBe("of one");
});

import { expect, test } from "vitest";
import { type Pair, refusePair } from "./installation.ts";

const A = "0191a000-0000-7000-8000-00000000000a";
const B = "0191a000-0000-7000-8000-00000000000b";
const NEW = {
  dataDir: "/srv/data",
  present: [],
  idOfFolder: null,
  hasSecret: false,
  idOfDatabase: null,
  isDatabaseEmpty: true,
  fitsSecret: null,
} satisfies Pair;
const RUNNING: Pair = {
  ...NEW,
  present: ["installation", "secret", "files"],
  idOfFolder: A,
  hasSecret: true,
  idOfDatabase: A,
  isDatabaseEmpty: false,
  fitsSecret: true,
};
const lost = { present: [], idOfFolder: null, hasSecret: false } satisfies Partial<Pair>;

test.each<[string, Pair]>([
  ["both new", NEW],
  ["the first start was killed after the migrations", { ...NEW, isDatabaseEmpty: false }],
  ["both of one installation", RUNNING],
  ["one installation, no one has signed in", { ...RUNNING, fitsSecret: null }],
  ["the folder has no id, but the secret of the database", { ...RUNNING, idOfFolder: null }],
  ["the database has no id, and keys of the secret", { ...RUNNING, idOfDatabase: null }],
  ["neither has an id", { ...RUNNING, idOfFolder: null, idOfDatabase: null, fitsSecret: null }],
])("CARE-7 a folder and a database are used together: %s", (_case, pair) => {
  expect(refusePair(pair)).toBeNull();
});

test.each<[string, Pair, RegExp]>([
  [
    "of two installations",
    { ...RUNNING, idOfDatabase: B },
    /belongs to another database .*empty folder and run: /,
  ],
  [
    "the folder is lost",
    { ...RUNNING, ...lost, fitsSecret: false },
    /is empty, but the database is not.*adopt/,
  ],
  [
    "the folder is lost, without keys",
    { ...RUNNING, ...lost, fitsSecret: null },
    /is empty, but the database/,
  ],
  [
    "the folder is lost, without an id",
    { ...RUNNING, ...lost, idOfDatabase: null, fitsSecret: false },
    /adopt/,
  ],
  [
    "only files are left",
    { ...RUNNING, ...lost, present: ["files"] },
    /holds files, but not the secret.*adopt/,
  ],
  ["the secret is another one", { ...RUNNING, fitsSecret: false }, /holds another secret.*adopt/],
  [
    "a folder of its own, without an id",
    { ...RUNNING, idOfFolder: null, fitsSecret: null },
    /another secret/,
  ],
  [
    "the database is empty",
    { ...RUNNING, isDatabaseEmpty: true, idOfDatabase: null },
    /but the database is empty/,
  ],
])(
  "CARE-7 a folder and a database are refused, in one line that says what to do: %s",
  (_case, pair, words) => {
    const refusal = refusePair(pair);
    expect(refusal).toMatch(words);
    expect(refusal).toMatch(/^The data directory \/srv\/data .+Nothing was changed\. .+$/);
  },
);

import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { EngineStopped } from "./causes.ts";
import { formatFatalError } from "./start-error.ts";

test.each([
  ["58P01", 'could not open file "base/5/16874": No such file or directory'],
  ["XX001", 'could not read blocks 0..0 in file "base/5/16883": read only 0 of 8192 bytes'],
])("CARE-7 a table whose file is lost or cut off is told in one line (%s)", (code, message) => {
  const damage = Object.assign(new Error(message), { code });
  for (const failure of [damage, new DrizzleQueryError("select 1", [], damage)]) {
    const text = formatFatalError(failure);
    expect(text).toMatch(/^The database is damaged or only partly restored: [^\n]+$/);
    expect(text).toContain("Restore the whole database from one backup");
    expect(text).toContain(message);
  }
});

const engineSaid = (words: string) =>
  new EngineStopped(`could not write to log file "000000010000000000000001": ${words}`, {
    cause: new Error("PGlite failed to initialize properly"),
  });

test.each([
  ["full", engineSaid("No space left on device"), "The disk of the embedded database (DATA_DIR) is full."],
  ["used up", engineSaid("Quota exceeded"), "The disk of the embedded database (DATA_DIR) is full."],
  [
    "broken",
    engineSaid("I/O error"),
    "The disk of the embedded database (DATA_DIR) fails, or may only be read.",
  ],
  [
    "only read",
    engineSaid("Read-only file system"),
    "The disk of the embedded database (DATA_DIR) fails, or may",
  ],
  [
    "the database's",
    new DrizzleQueryError("insert", [], Object.assign(new Error("no room"), { code: "53100" })),
    "The disk of the database is full.",
  ],
  [
    "a file's",
    Object.assign(new Error("no room"), { code: "EDQUOT", path: "/data/lock" }),
    "The disk of /data/lock is full.",
  ],
])(
  "TRUST-8 a disk that is %s is told as what it is, and never as a damage that a backup mends",
  (_, error, words) => {
    const text = formatFatalError(error);
    expect(text).toContain(words);
    expect(text).toMatch(/then try again/);
    expect(text).not.toMatch(/[Rr]estore|damaged|Failed query|\n/);
  },
);

test.each([
  [
    "42501",
    "permission denied for table people",
    /^The database user of DATABASE_URL may not do what this needs/,
  ],
  ["42P01", 'relation "people"\ndoes not exist', /^The database refused a statement/],
])(
  "FIELD-11 a refusal of the database (%s) is a sentence with its cause and without the statement",
  (code, message, words) => {
    const refusal = Object.assign(new Error(message), { code });
    const text = formatFatalError(new DrizzleQueryError("select secret from people", ["Ada"], refusal));
    expect(text).toMatch(words);
    expect(text).toContain(`(${message.replace("\n", " ")}, ${code})`);
    expect(text).not.toMatch(/\n|Failed query|secret|Ada/);
  },
);

test.each(["EACCES: permission denied", "EPERM: operation not permitted"])(
  "FIELD-11 a file that the user of a command may not use is named in a sentence (%s)",
  (words) => {
    const [code] = words.split(":");
    const path = "/srv/portal.backup";
    const text = formatFatalError(Object.assign(new Error(`${words}, stat '${path}'`), { code, path }));
    expect(text).toMatch(/^The user who runs this may not use \/srv\/portal\.backup\. [^\n]+$/);
    expect(text).toContain(words);
  },
);

test("an error that no one foresaw is told with its stack", () => {
  expect(formatFatalError(new Error("unforeseen"))).toMatch(/unforeseen\n\s+at /);
});

import { DrizzleQueryError } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { casesFor, SEED } from "#tests/support/suite-cases.ts";
import { createLog } from "./log.ts";

function record() {
  const lines: string[] = [];
  return { lines, log: createLog("debug", { write: (line: string) => lines.push(line) }) };
}

const LOCAL = ["ada", "o'brien", "r&d", "a.b+c", "a/b", "a=b#?", "ada%", "æda", "x_1", '"ada byron"'];
const HOSTS = [
  "ember.example",
  "münchen.example",
  "xn--mnchen-3ya.example",
  "mail",
  "sub.ember.example",
  "[192.0.2.1]",
];
const email = fc.tuple(fc.constantFrom(...LOCAL), fc.constantFrom(...HOSTS));

const around = fc.constantFrom<(text: string) => string>(
  (text) => `550 5.1.1 <${text}>: unknown`,
  (text) => `550-5.1.1\n${text}\tunknown`,
  (text) => `Key (email)=(${text}) already exists.`,
  (text) => `"${text}"`,
  (text) => `\\${text}\\`,
  (text) => `\u0001${text}\u2028`,
  (text) => `mailto:${text}?subject=x`,
  (text) => `/data/mails/2026-${text}-1.eml`,
  (text) => `https://portal.example/login?email=${encodeURIComponent(text)}&x=1`,
  (text) => `${text}, ${text};${text}`,
);

test("FIELD-11 no email reaches the log, no matter who wrote it and wherever it is in a line", () => {
  fc.assert(
    fc.property(email, around, ([local, host], wrap) => {
      const address = `${local}@${host}`;
      const longText = wrap(address);
      const { lines, log } = record();
      const cause = Object.assign(new Error(longText), {
        detail: longText,
        response: longText,
        rejected: [address],
      });
      log.warn({ err: new Error("outer", { cause }), payload: { longText } }, longText);
      log.error(cause, longText);
      for (const line of lines) {
        expect(() => JSON.parse(line)).not.toThrow();
        const plain = JSON.stringify(line);
        for (const form of [address, encodeURIComponent(address)])
          expect(plain).not.toContain(JSON.stringify(JSON.stringify(form).slice(1, -1)).slice(1, -1));
        // Nor its first part alone, which a break of the line could have left.
        expect(plain.includes(`${local.replaceAll('"', "")}[email]`)).toBe(false);
      }
    }),
    { seed: SEED, numRuns: casesFor(300, 10_000) },
  );
});

test("FIELD-11 what is no email stays, and a line stays JSON", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
      const { lines, log } = record();
      log.info({ text }, "a message");
      const logged = JSON.parse(lines[0] ?? "") as { text: string };
      if (!/@|%40/.test(text)) expect(logged.text).toBe(text);
    }),
    { seed: SEED, numRuns: casesFor(300, 10_000) },
  );
  const { lines, log } = record();
  const frame = "at run (/srv/portal/node_modules/@fastify/static/index.js:12:3)";
  log.info({ frame, rate: "5 @ $3" }, "a message");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ frame, rate: "5 @ $3" });
});

test("FIELD-11 an error of the database is logged without the values of its statement and row", () => {
  const cause = Object.assign(new Error("duplicate key value"), {
    code: "23505",
    detail: "Failing row contains (7, Ada Byron).",
    where: "COPY people, line 1: Ada Byron",
  });
  const { lines, log } = record();
  log.error(
    new DrizzleQueryError("insert into people values ($1)", ["Ada Byron"], cause),
    "A request failed",
  );
  log.error(cause, "A request failed");
  expect(lines.join("")).not.toContain("Ada");
  expect(JSON.parse(lines[0] ?? "").err.message).toBe(
    "Failed query: insert into people values ($1): duplicate key value",
  );
  expect(JSON.parse(lines[1] ?? "").err).toMatchObject({ code: "23505", message: "duplicate key value" });
});

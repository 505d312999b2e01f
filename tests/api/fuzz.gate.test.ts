import { expect, test } from "vitest";
import { API_BASE, type Call } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { type Draw, type Drawn, requestsOf } from "#tests/support/draw-request.ts";
import { makeAdmin, makePerson } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { pointAt } from "#tests/support/pointed-calls.ts";
import { makeRecordsOf } from "#tests/support/records.ts";
import { casesFor, drawFrom, reportFigure, SEED } from "#tests/support/suite-cases.ts";

const NAMES = Object.keys(CALLS);
const EACH = Math.ceil(casesFor(3_000, 100_000) / NAMES.length);
/** Requests on one set of records before the next is made: a valid request may remove them. */
const PER_RECORDS = 40;
const CONCURRENCY = 4;
const HANGS_AFTER_MS = 30_000;

const app = await startTestApp();
// Jobs of valid requests do not run here, because PDFs and mails would take long.
await app.deps.queue.stop();

async function send(call: Call, { params = {}, query, body, headers }: Drawn, token: string | undefined) {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const asked = `${call.method} ${API_BASE}/${path}?${new URLSearchParams(query)}`;
  const answer = app.rawRequest(asked, {
    ...(headers && { headers }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(token !== undefined && { token }),
  });
  const late = new Promise<null>((resolve) => setTimeout(resolve, HANGS_AFTER_MS, null).unref());
  const response = await Promise.race([answer, late]);
  await response?.body?.cancel();
  return { status: response?.status ?? 0, asked };
}

const byStatus = new Map<string, number>();

/** The requests that the portal answered with a fault of its own, or not at all. */
async function fuzz(name: string, draw: Draw): Promise<string[]> {
  const call = CALLS[name] as Call;
  const isOfCompany = call.reach === "every-organization";
  const wrong: string[] = [];
  for (let done = 0; done < EACH; ) {
    const requester = isOfCompany ? await makeAdmin(app.db, "owner") : await makePerson(app.db);
    const member = isOfCompany ? await makePerson(app.db) : requester;
    const { colleague: _, ...ids } = await makeRecordsOf(name, app, member);
    const right = pointAt(name, ids, { ...requester, isWriter: true });
    const token = await app.signInAs(requester);
    const next = requestsOf(call, right, Object.values(ids), draw);
    for (let of = 0; of < PER_RECORDS && done < EACH; of += 1, done += 1) {
      const drawn = next();
      const { status, asked } = await send(call, drawn, draw(20) === 0 ? undefined : token);
      const kind = `${Math.floor(status / 100)}xx`;
      byStatus.set(kind, (byStatus.get(kind) ?? 0) + 1);
      if (status < 200 || status >= 500)
        wrong.push(`${status} ${asked} ${JSON.stringify(drawn.body)}`.slice(0, 2000));
    }
  }
  return wrong;
}

test("API-2 API-6 no request that is drawn from a call's own schema, or from a right one that is spoilt, brings a fault or a wait", {
  timeout: casesFor(900_000, 3_600_000),
}, async () => {
  const left = NAMES.map((name, place) => ({ name, draw: drawFrom(SEED + place) }));
  const wrong: string[] = [];
  async function fuzzNext(): Promise<void> {
    for (let one = left.shift(); one; one = left.shift()) wrong.push(...(await fuzz(one.name, one.draw)));
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, fuzzNext));
  reportFigure(
    `API-6: ${EACH * NAMES.length} drawn requests of ${NAMES.length} calls: ${JSON.stringify(Object.fromEntries(byStatus))}, seed ${SEED}`,
  );
  expect(wrong).toEqual([]);
});

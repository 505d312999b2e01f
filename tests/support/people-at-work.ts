import type { Call } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { isUnreachable } from "#server/db/database-failure.ts";
import { makeAdmin, makePerson, unique } from "./factories.ts";
import type { TestApp } from "./make-app.ts";
import { pointAt, type Sent, sendPointed } from "./pointed-calls.ts";
import { makeRecordsOf } from "./records.ts";

export const READ = [
  "listDocuments",
  "getDocument",
  "listWorkOrders",
  "getInvoice",
  "listNotifications",
  "search",
  "getProfile",
  "getHome",
  "listManagedDocuments",
  "getManagedDocument",
  "getWorkOrderBoard",
  "searchAll",
  "listActivity",
];
export const CHANGE = [
  "chooseOptionalWork",
  "updateProfile",
  "markNotification",
  "reportOpening",
  "addDocument",
  "savePage",
  "sendDocument",
  "recallDocument",
  "changeWorkOrder",
  "addInvoice",
  "addNote",
];
/** What must outlive everything. */
export const DECIDE = ["approveDocument", "declineDocument", "signGeneralDocument"] as const;
export type Decision = (typeof DECIDE)[number];

/** Each kind of decision once, however slow the machine is. */
const MIN = 5 * DECIDE.length;
const AGAIN_AFTER_MS = 300;
const PATIENCE_MS = 60_000;

export type Work = {
  /** Milliseconds of each answered request. */
  times: number[];
  /** Requests that were refused with a time to retry. */
  refusedForNow: number;
  /** Answers that are never allowed. */
  wrong: string[];
  /** The records that were decided, by call. */
  decided: Record<Decision, string[]>;
};

export function nothingDone(): Work {
  const decided = { approveDocument: [], declineDocument: [], signGeneralDocument: [] };
  return { times: [], refusedForNow: 0, wrong: [], decided };
}

/**
 * People read, change and decide on these servers by turns until the end, and note it as work. Each change has a key
 * and is sent again with it, as the browser does, while a server says that it cannot now.
 */
export async function workUntil(
  end: number,
  app: TestApp,
  servers: readonly TestApp[],
  { draw, atOnce, work }: { draw: (below: number) => number; atOnce: number; work: Work },
): Promise<void> {
  // Each decision is sent to all of them.
  const admins = await Promise.all(
    Array.from({ length: 4 }, () => recreated(() => makeAdmin(app.db, "owner"))),
  );
  const oneOf = <One>(all: readonly One[]) => all[draw(all.length)] as One;

  async function ask(name: string, call: Call, sent: Sent, token: string): Promise<boolean> {
    const headers: Record<string, string> = call.isReading ? {} : { "idempotency-key": unique("key") };
    for (const latest = Date.now() + PATIENCE_MS; ; ) {
      const began = performance.now();
      const answer = await sendPointed(oneOf(servers), call, sent, token, headers).catch(String);
      const { status, text } = typeof answer === "string" ? { status: 0, text: answer } : answer;
      work.times.push(performance.now() - began);
      if (status >= 200 && status < 300) return true;
      if (status !== 503 || Date.now() > latest) {
        work.wrong.push(`${name}: ${status} ${text}`);
        return false;
      }
      work.refusedForNow += 1;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    }
  }

  let done = 0;
  /** Of five deeds three read, one changes and one decides. */
  function nextName(): string {
    const [turn, place] = [Math.floor(done / 5), done % 5];
    done += 1;
    if (place === 0) return DECIDE[turn % DECIDE.length] ?? "";
    return oneOf(place === 1 ? CHANGE : READ);
  }

  async function doOne(): Promise<void> {
    const name = nextName();
    const call = CALLS[name];
    if (!call) throw new Error(`There is no call ${name}.`);
    const isOfCompany = call.reach === "every-organization";
    const admin = isOfCompany ? oneOf(admins) : null;
    const { requester, ids, token } = await recreated(async () => {
      const member = await makePerson(app.db);
      const requester = admin ?? member;
      const { colleague: _, ...ids } = await makeRecordsOf(name, app, member);
      return { requester, ids, token: await app.signInAs(requester) };
    });
    const sent = pointAt(name, ids, { ...requester, isWriter: true });
    const isDone = await ask(name, call, sent, token);
    if (isDone && name in work.decided)
      work.decided[name as Decision].push(subjectOf(name as Decision, ids, requester));
  }

  async function workOn(): Promise<void> {
    while (Date.now() < end || done < MIN) await doOne();
  }
  await Promise.all(Array.from({ length: atOnce }, workOn));
}

/** Inserts records without the servers, and retries if the database connection is lost. */
async function recreated<Made>(make: () => Promise<Made>): Promise<Made> {
  for (const latest = Date.now() + PATIENCE_MS; ; ) {
    try {
      return await make();
    } catch (error) {
      const isAway = isUnreachable(error) || /^Error: No identity token: 503 /.test(String(error));
      if (!isAway || Date.now() > latest) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    }
  }
}

function subjectOf(
  name: Decision,
  ids: Record<string, string>,
  requester: { userProfileId: string },
): string {
  return (name === "signGeneralDocument" ? requester.userProfileId : ids.uniqueDocumentId) ?? "";
}

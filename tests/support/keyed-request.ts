import type { Call } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { makeAdmin, makePerson, unique } from "./factories.ts";
import type { TestApp } from "./make-app.ts";
import { pointAt, type Sent, sendPointed } from "./pointed-calls.ts";
import { makeRecordsOf } from "./records.ts";

/** The changes by which something is agreed on. */
export const DECISIONS = [
  "approveDocument",
  "declineDocument",
  "signGeneralDocument",
  "sendDocument",
  "chooseOptionalWork",
];

/** A valid request of one person with an idempotency key of its own. */
export type KeyedRequest = {
  name: string;
  call: Call;
  sent: Sent;
  token: string;
  userProfileId: string;
  key: string;
};
export type Answer = { status: number; text: string };

export async function prepareKeyed(app: TestApp, name: string): Promise<KeyedRequest> {
  const call = CALLS[name];
  if (!call) throw new Error(`There is no call ${name}.`);
  const isOfCompany = call.reach === "every-organization";
  const requester = isOfCompany ? await makeAdmin(app.db, "owner") : await makePerson(app.db);
  const { colleague: _, ...ids } = await makeRecordsOf(
    name,
    app,
    isOfCompany ? await makePerson(app.db) : requester,
  );
  const sent = pointAt(name, ids, { ...requester, isWriter: true });
  const { userProfileId } = requester;
  return { name, call, sent, userProfileId, token: await app.signInAs(requester), key: unique("key") };
}

/** Null: the server ended before it answered. */
export function sendKeyed(on: TestApp, { call, sent, token, key }: KeyedRequest): Promise<Answer | null> {
  return sendPointed(on, call, sent, token, { "idempotency-key": key }).catch(() => null);
}

type Effects = { keys: number; changes: number; rows: number };

/** How many transactions wrote what this request writes: that of the stored key, and others with equal audit rows. */
export async function effectsOf(
  app: TestApp,
  { key, userProfileId, call }: KeyedRequest,
  since: Date,
): Promise<Effects> {
  const { rows } = await app.deps.database.asOwner((owner) =>
    owner.query<Effects>(
      `with kept as (select xmin::text as change from idempotency_keys where key = $1),
         deeds as (select xmin::text as change, action, user_profile_id from audit_events where at >= $3),
         own as (select action from deeds join kept using (change))
       select (select count(*)::int from kept) as keys,
         (select count(*)::int from own) as rows,
         (select count(distinct change)::int from
           (select change from kept union all
            select change from deeds where case when $4 then user_profile_id is null and action in (select action from own)
              else user_profile_id = $2 end) as done) as changes`,
      [key, userProfileId, since, call.who === "public"],
    ),
  );
  return rows[0] ?? { keys: 0, changes: 0, rows: 0 };
}

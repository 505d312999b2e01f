import { expect, test } from "vitest";
import { getProfile, updateProfile } from "#contract/account.ts";
import { makePerson } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { untilWaiting } from "#tests/support/until-waiting.ts";

const app = await startTestApp();

test("CARE-8 a change whose statement the database ends answers 503, saves nothing, and can be made again", async () => {
  const as = await makePerson(app.db);
  const { firstName: before } = (await app.request(getProfile, { as })) ?? {};
  const body = { firstName: "Cancelled" };
  await app.deps.database.asOwner(async (holder) => {
    await holder.query("begin; lock table user_profiles in exclusive mode");
    const refused = app.rawRequest("PATCH /api/user-profile/user", { as, body });
    await untilWaiting(app, 1);
    await holder.query(
      `select pg_cancel_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    const { status, headers } = await refused;
    expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await (await refused).json()).toEqual({
      error: {
        code: "unavailable",
        message:
          "The database ended this before it was done, so nothing was saved. Please try again in a few seconds.",
      },
    });
    await holder.query("rollback");
  });
  expect(await app.request(getProfile, { as })).toMatchObject({ firstName: before });
  expect(await app.request(updateProfile, { as, body })).toMatchObject({ firstName: "Cancelled" });
});

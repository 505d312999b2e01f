import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/people.ts";
import type { ManagedPerson } from "#domain/account/managed-person.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Owner } from "../access/gates.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { userProfiles } from "../schema/account.ts";
import { lockPerson, readManagedPerson } from "./queries.ts";

/** Corrects a person's name. The audit row has the field and not the name: it outlives the person. */
export async function correctName(
  deps: Deps,
  owner: Owner,
  userProfileId: Id,
  names: z.output<typeof calls.correctName.body>,
): Promise<ManagedPerson> {
  return change(deps, owner, async ({ tx, at, record }) => {
    const before = await lockPerson(tx, userProfileId);
    const changed = (["firstName", "lastName"] as const).filter((part) => before[part] !== names[part]);
    if (changed.length > 0) {
      await tx.update(userProfiles).set(names).where(eq(userProfiles.userProfileId, userProfileId));
      await record({ action: "person.correct-name", subjectId: userProfileId, details: { changed } });
      await publishPerson(tx, deps, userProfileId);
    }
    return readManagedPerson(tx, userProfileId, at);
  });
}

/** Publishes a change of a person to open pages of the company and of the person. */
export async function publishPerson(tx: Tx, { live }: Pick<Deps, "live">, userProfileId: Id): Promise<void> {
  const event = { kind: "person", id: userProfileId } as const;
  await live.publish(tx, { company: true }, event);
  await live.publish(tx, { person: userProfileId }, event);
}

import type { Erasure, ErasurePreview } from "#domain/account/personal-data.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Owner } from "../access/gates.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { lockSignInsOf } from "../identity/confirm-sign-in.ts";
import { countPdfs, findNamingRecords } from "./erase-from-records.ts";
import { asTableOwner, eraseRecords, lockRecords } from "./erase-person.ts";
import { findWhom, isAbout } from "./export-person.ts";
import { PERSONAL_DATA } from "./personal-data.ts";
import { lockPerson, noPerson } from "./queries.ts";
import { emailsOf, refuseRole, removeFromPortal } from "./remove-person.ts";

/** What erasing this person would do. */
export async function previewErasure(tx: DbOrTx, userProfileId: Id): Promise<ErasurePreview> {
  const whom = await findWhom(tx, userProfileId);
  if (!whom) return noPerson();
  refuseRole(whom.person);
  const found: ErasurePreview["found"] = [];
  for (const rows of PERSONAL_DATA) {
    const count = await tx.$count(rows.table, isAbout(rows, whom));
    if (count > 0) found.push({ name: rows.name, count });
  }
  const who = { emails: whom.email, ids: [userProfileId] };
  const pdfs = await countPdfs(tx, who, await findNamingRecords(tx, who));
  return { emails: [...whom.email], found, pdfs };
}

/** Removes a person from the portal and erases them from the records, all in one transaction. */
export async function eraseListedPerson(deps: Deps, owner: Owner, userProfileId: Id): Promise<Erasure> {
  // Before the transaction takes the only connection of an embedded database.
  await owner.confirm?.();
  const caller = { ...owner, confirm: null };
  return asTableOwner(deps, (own) =>
    change(
      own,
      caller,
      async (opened) => {
        const { tx } = opened;
        const person = await lockPerson(tx, userProfileId);
        refuseRole(person);
        const emails = await emailsOf(tx, person);
        const who = { emails, ids: [userProfileId] };
        const naming = await lockRecords(tx, who);
        await removeFromPortal(opened, own, owner, { person, emails });
        const { decisions, signatures, accessRecords } = await eraseRecords(opened, own, who, naming);
        return { decisions, signatures, accessRecords };
      },
      { lockFirst: (tx) => lockSignInsOf(tx, [userProfileId]) },
    ),
  );
}

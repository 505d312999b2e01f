import { sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { DbOrTx } from "../db/database.ts";

type Difference = {
  person: string;
  organization: string;
  now: string | null;
  recorded: string | null;
  userId: Id;
};

/** The largest number of reported differences. */
const MAX_REPORTED = 1000;

/** Compares permissions with the newest access records. People without one joined before records, or by import. */
export async function verifyPermissions(reader: DbOrTx): Promise<string[]> {
  const { rows } = await reader.execute<Difference>(sql`
    with newest as (
      select distinct on (user_profile_id, organization_id) user_profile_id, organization_id, person_name,
        case kind when 'remove' then null else permission_type end as permission_type
      from access_records where kind in ('grant', 'change', 'remove') and user_profile_id is not null
      order by user_profile_id, organization_id, access_record_id desc
    )
    select newest.user_profile_id as "userId", person_name as person, organization_name as organization,
      newest.permission_type as recorded, held.permission_type as now
    from newest
    left join organization_permissions as held
      on held.user_id = newest.user_profile_id and held.organization_id = newest.organization_id
    left join organizations on organizations.organization_id = newest.organization_id
    where held.permission_type is distinct from newest.permission_type
    order by 1, 3 limit ${MAX_REPORTED}`);
  return rows.map(
    ({ person, organization, now, recorded, userId }) =>
      `The permission of ${person}, ${userId}, for ${organization} is ${now ?? "gone"}, and the newest access record says ${recorded ?? "that it was removed"}.`,
  );
}

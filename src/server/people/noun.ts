import * as calls from "#contract/account.ts";
import * as adminCalls from "#contract/admin/people.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { NAME_ALONE } from "#domain/search/search-hit.ts";
import { conditionText } from "../db/columns.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { HitLoader } from "../deps.ts";
import { listRoute, type Route, route, slowRoute } from "../http/route.ts";
import { ADA, EACH_TIME, TOKEN, UNTIL } from "../mail/sample-values.ts";
import type { Noun } from "../noun.ts";
import type { WordSource } from "../rls/find-functions.ts";
import { readInScope } from "../rls/in-scope.ts";
import { COMPANY } from "../rls/row-rules.ts";
import { isNotRemoved, userProfiles } from "../schema/account.ts";
import { changeAdminRole } from "./change-admin-role.ts";
import {
  changeEmail,
  composeEmailChange,
  composeOldEmail,
  confirmEmail,
  endEmailChange,
} from "./change-email.ts";
import { correctName } from "./correct-name.ts";
import { eraseListedPerson, previewErasure } from "./erase-listed-person.ts";
import { exportOwnData, exportPerson } from "./export-person.ts";
import { listPeople, readManagedPerson } from "./queries.ts";
import { removePerson } from "./remove-person.ts";
import { resetFactor } from "./reset-factor.ts";

const namePeople: HitLoader = async (reader, ids) => {
  const { userProfileId, firstName, lastName, email } = userProfiles;
  const rows = await reader
    .select({ id: userProfileId, firstName, lastName, email })
    .from(userProfiles)
    .where(isAnyOf(userProfileId, ids));
  return rows.map((row) => ({ ...NAME_ALONE, id: row.id, name: displayName(row), email: row.email }));
};

const PRESENT = conditionText(userProfiles, isNotRemoved);

const SOURCE: WordSource = {
  table: "user_profiles",
  id: "user_profile_id",
  text: "first_name || ' ' || last_name || ' ' || email",
  words: "words",
  touchedAt: "created_at",
  isOrdered: true,
  where: PRESENT,
  isOfOrganization: false,
};

export const noun: Noun = {
  actions: {
    people: {
      "admin.change-role": "changed a colleague's role",
      "person.ask-new-email": "asked a person to confirm a new email address",
      "person.confirm-email": "confirmed a new email address",
      "person.correct-name": "corrected a person's name",
      "person.end-new-email": "took a new email address back",
      "person.export": "downloaded a person's data",
      "person.erase": "erased the person from a record",
      "person.remove": "removed a person for good",
      "profile.export": "downloaded their own data",
      "profile.update": "changed their profile",
    },
  },
  mails: [
    {
      order: 100,
      mailKind: "new-email",
      name: "Confirmation of a new email",
      when: "The company corrects the email of a person",
      to: "The new email",
      again: EACH_TIME,
      compose: (brand, publicUrl) =>
        composeEmailChange(brand, publicUrl, {
          personName: ADA.userName,
          email: "ada@old.example",
          newEmail: ADA.userEmail,
          token: TOKEN,
          expiresAt: UNTIL,
        }),
    },
    {
      order: 110,
      mailKind: "old-email",
      name: "An email has changed",
      when: "A person has confirmed their new email",
      to: "The old email",
      again: EACH_TIME,
      compose: composeOldEmail,
    },
  ],
  rows: {
    // The owner of a new email presses a link, and the portal acts for them.
    email_changes: [...COMPANY],
  },
  search: {
    kind: "person",
    ofOrganization: {
      source: {
        ...SOURCE,
        isOrdered: false,
        where: `${PRESENT} and user_profile_id in (
      select user_id from organization_permissions where organization_id = organization)`,
      },
      name: namePeople,
    },
    ofCompany: { source: SOURCE, name: namePeople },
  },
};

export const routes: Route[] = [
  listRoute(adminCalls.listPeople, ({ deps, query }) => listPeople(deps, query)),
  route(adminCalls.getPerson, ({ deps, params }) => readManagedPerson(deps.db, params.id, deps.clock())),
  route(adminCalls.correctName, ({ deps, caller, params, body }) =>
    correctName(deps, caller, params.id, body),
  ),
  route(adminCalls.changeEmail, ({ deps, caller, params, body }) =>
    changeEmail(deps, caller, params.id, body),
  ),
  route(adminCalls.endEmailChange, ({ deps, caller, params }) => endEmailChange(deps, caller, params.id)),
  route(adminCalls.resetFactor, ({ deps, caller, params }) => resetFactor(deps, caller, params.id)),
  route(adminCalls.changeAdminRole, ({ deps, caller, params, body }) =>
    changeAdminRole(deps, caller, params.id, body),
  ),
  route(adminCalls.removePerson, ({ deps, caller, params }) => removePerson(deps, caller, params.id)),
  route(adminCalls.exportPerson, ({ deps, caller, params }) => exportPerson(deps, caller, params.id)),
  slowRoute(
    adminCalls.previewErasure,
    async ({ params }) => params.id,
    (deps, id) => readInScope(deps.database, { role: "portal" }, (tx) => previewErasure(tx, id)),
  ),
  route(adminCalls.erasePerson, ({ deps, caller, params }) => eraseListedPerson(deps, caller, params.id)),
  route(calls.exportOwnData, ({ deps, caller }) => exportOwnData(deps, caller)),
  route(calls.confirmEmail, ({ deps, caller, body, origin }) => confirmEmail(deps, caller, body, origin)),
];

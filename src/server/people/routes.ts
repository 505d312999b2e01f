import * as calls from "#contract/account.ts";
import * as adminCalls from "#contract/admin/people.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import { changeAdminRole } from "./change-admin-role.ts";
import { changeEmail, endEmailChange } from "./change-email.ts";
import { confirmEmail } from "./confirm-email.ts";
import { correctName } from "./correct-name.ts";
import { listPeople } from "./list-people.ts";
import { readManagedPerson } from "./queries.ts";
import { removePerson } from "./remove-person.ts";
import { resetFactor } from "./reset-factor.ts";

export const peopleRoutes: Route[] = [
  listRoute(adminCalls.listPeople, ({ deps, query }) => listPeople(deps, query)),
  route(adminCalls.getPerson, ({ deps, params }) => readManagedPerson(deps.db, params.id, deps.clock())),
  route(adminCalls.correctName, ({ deps, caller, params, body }) =>
    correctName(deps, caller, params.id, body),
  ),
  route(adminCalls.changeEmail, ({ deps, caller, params, body, proof }) =>
    changeEmail(deps, caller, params.id, { ...body, proof }),
  ),
  route(adminCalls.endEmailChange, ({ deps, caller, params }) => endEmailChange(deps, caller, params.id)),
  route(adminCalls.resetFactor, ({ deps, caller, params, proof }) =>
    resetFactor(deps, caller, { userProfileId: params.id, proof }),
  ),
  route(adminCalls.changeAdminRole, ({ deps, caller, params, body, proof }) =>
    changeAdminRole(deps, caller, params.id, { ...body, proof }),
  ),
  route(adminCalls.removePerson, ({ deps, caller, params }) => removePerson(deps, caller, params.id)),
  route(calls.confirmEmail, ({ deps, caller, body, origin }) => confirmEmail(deps, caller, body, origin)),
];

import type { Actions } from "#domain/activity/describe-action.ts";
import type { Noun } from "../noun.ts";
import {
  add,
  COMPANY,
  lock,
  MEMBER_ROLES,
  OF_ORGANIZATION,
  OF_THEIR_ORGANIZATIONS,
  remove,
  see,
} from "../rls/row-rules.ts";
import { expireRequests } from "./expire-requests.job.ts";

const ACTIONS: Actions = {
  people: {
    "permission-request.expire": "let a request expire",
    "permission-request.grant": "granted a request",
    "permission-request.refuse": "refused a request",
    "permission.add": "gave a person access",
    "permission.change": "changed a member's right",
    "permission.lift-hold": "let a member decide before the day of the hold was over",
    "permission.remove": "removed a member",
    "permission.request": "asked for a new person",
  },
};

export const noun: Noun = {
  actions: ACTIONS,
  jobs: [expireRequests],
  rows: {
    organization_permissions: [
      see(MEMBER_ROLES, OF_ORGANIZATION),
      lock(MEMBER_ROLES, OF_ORGANIZATION, "organization_permission_id"),
      remove(["writer"], OF_ORGANIZATION),
      see(["person"], OF_THEIR_ORGANIZATIONS),
      lock(["person"], OF_THEIR_ORGANIZATIONS, "organization_permission_id"),
      ...COMPANY,
    ],
    organization_permission_requests: [
      see(MEMBER_ROLES, OF_ORGANIZATION),
      add(["writer"], OF_ORGANIZATION),
      see(["person"], OF_THEIR_ORGANIZATIONS),
      ...COMPANY,
    ],
  },
};

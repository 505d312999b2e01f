import { and, eq, isNotNull, isNull, lte } from "drizzle-orm";
import type { z } from "zod";
import * as adminCalls from "#contract/admin/single-sign-on.ts";
import type { Call } from "#contract/call.ts";
import * as calls from "#contract/single-sign-on.ts";
import type { CallerByWho } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { type Route, route, slowRoute } from "../http/route.ts";
import { AT, EACH_TIME } from "../mail/sample-values.ts";
import type { MailSample, Noun } from "../noun.ts";
import { requireOrganization } from "../organizations/queries.ts";
import { withScope } from "../rls/scoped-db.ts";
import { issuers } from "../schema/identity.ts";
import { composeCompanyIssuer, composeLinkedIdentity } from "./issuer-mail.ts";
import { findIssuers, findLinkedIdentities, isOfSide, noIssuer } from "./queries.ts";
import { changeRequirement, readRequirement } from "./require-issuer.ts";
import {
  addIssuerAsOwner,
  addOwnIssuer,
  changeIssuerAsOwner,
  changeOwnIssuer,
  removeIssuerAsOwner,
  removeOwnIssuer,
} from "./set-up-issuer.ts";
import { unlinkIdentity } from "./unlink-identity.ts";

const MAILS: readonly MailSample[] = [
  {
    order: 75,
    mailKind: "company-issuer",
    name: "Single sign-on of the company added or removed",
    when: "An owner adds or removes single sign-on of the company",
    to: "All other owners",
    again: EACH_TIME,
    compose: (brand, publicUrl) =>
      composeCompanyIssuer(brand, publicUrl, {
        name: "Microsoft",
        event: "added",
        by: "Noah Castellan",
        at: AT,
      }),
  },
  {
    order: 75.5,
    mailKind: "company-issuer-required",
    name: "Single sign-on of the company is the only way in",
    when: "An owner makes single sign-on the only way in for the company's people, or allows passwords again",
    to: "All other owners",
    again: EACH_TIME,
    compose: (brand, publicUrl) =>
      composeCompanyIssuer(brand, publicUrl, {
        name: "Microsoft",
        event: "required",
        by: "Noah Castellan",
        at: AT,
      }),
  },
  {
    order: 76,
    mailKind: "linked-identity",
    name: "Single sign-on opens an account",
    when: "Single sign-on signs a person in for the first time, or a person unlinks it",
    to: "The email of the account",
    again: EACH_TIME,
    compose: (brand, publicUrl) =>
      composeLinkedIdentity(brand, publicUrl, { name: "Microsoft", isLinked: true, at: AT }),
  },
];

export const noun: Noun = {
  actions: {
    people: {
      "identity.link": "linked single sign-on to an account",
      "identity.sign-out": "was signed out by single sign-on",
      "identity.unlink": "unlinked single sign-on from an account",
      "issuer.add": "added single sign-on",
      "issuer.allow-own": "allowed passwords and passkeys beside single sign-on",
      "issuer.change": "changed single sign-on",
      "issuer.remove": "removed single sign-on",
      "issuer.require": "made single sign-on the only way in",
    },
  },
  mails: MAILS,
};

/** A read outside of the caller's scope, which reaches no table of the sign-in. A view as a client has no person. */
function portalRoute<C extends Call>(
  call: C,
  read: (
    deps: Deps,
    caller: CallerByWho[C["who"]],
    params: z.output<C["params"]>,
  ) => Promise<z.input<C["reply"]>>,
): Route {
  return {
    ...slowRoute(
      call,
      async ({ caller, params }) => ({ caller, params }),
      (deps, { caller, params }) => read(withScope(deps, { role: "portal" }), caller, params),
    ),
    handleView: async () => ({ data: [] }),
  };
}

export const routes: Route[] = [
  portalRoute(calls.listSignInIssuers, async (deps) => {
    const isInEffect = and(isOfSide(null), lte(issuers.effectiveFrom, deps.clock()));
    return (await findIssuers(deps.db, isInEffect)).map(({ issuerId, name }) => ({ issuerId, name }));
  }),
  portalRoute(calls.getSignInIssuer, async (deps, _caller, { id }) => {
    const [found] = await findIssuers(
      deps.db,
      and(eq(issuers.issuerId, id), isNotNull(issuers.organizationId)),
    );
    return found ? { issuerId: found.issuerId, name: found.name } : noIssuer();
  }),
  portalRoute(calls.listOwnIssuers, (deps, { organizationId }) =>
    findIssuers(deps.db, isOfSide(organizationId)),
  ),
  route(calls.addOwnIssuer, ({ deps, caller, body, proof }) => addOwnIssuer(deps, caller, body, proof)),
  route(calls.changeOwnIssuer, ({ deps, caller, params, body, proof }) =>
    changeOwnIssuer(deps, caller, params.id, { ...body, proof }),
  ),
  route(calls.removeOwnIssuer, ({ deps, caller, params, proof }) =>
    removeOwnIssuer(deps, caller, params.id, proof),
  ),
  portalRoute(calls.listLinkedIdentities, (deps, caller) => findLinkedIdentities(deps.db, caller)),
  route(calls.unlinkIdentity, ({ deps, caller, params, proof }) =>
    unlinkIdentity(deps, caller, params.id, proof),
  ),
  portalRoute(adminCalls.listCompanyIssuers, (deps) => findIssuers(deps.db, isNull(issuers.organizationId))),
  portalRoute(adminCalls.listIssuersOf, async (deps, _caller, { id }) => {
    await requireOrganization(deps.db, id);
    return findIssuers(deps.db, isOfSide(id));
  }),
  route(adminCalls.addCompanyIssuer, ({ deps, caller, body }) => addIssuerAsOwner(deps, caller, null, body)),
  route(adminCalls.addIssuerFor, ({ deps, caller, params, body }) =>
    addIssuerAsOwner(deps, caller, params.id, body),
  ),
  route(adminCalls.changeIssuer, ({ deps, caller, params, body }) =>
    changeIssuerAsOwner(deps, caller, params.id, body),
  ),
  portalRoute(adminCalls.readIssuerRequirement, (deps, caller, { id }) =>
    readRequirement(deps.db, caller, id),
  ),
  route(adminCalls.changeIssuerRequirement, ({ deps, caller, params, body }) =>
    changeRequirement(deps, caller, params.id, body),
  ),
  route(adminCalls.removeIssuer, ({ deps, caller, params }) => removeIssuerAsOwner(deps, caller, params.id)),
];

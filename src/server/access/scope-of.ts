import type { Who } from "#domain/access/access.ts";
import type { Scope } from "../wall/scope.ts";
import type { AnyCaller, CallerByWho } from "./gates.ts";

const SCOPES: { [W in Who]: (caller: CallerByWho[W]) => Scope } = {
  public: ({ member }) => ({ role: "visitor", organizationId: member?.organizationId ?? null }),
  "signed-in": ({ userProfileId }) => ({ role: "person", userProfileId }),
  person: ({ userProfileId }) => ({ role: "person", userProfileId }),
  member: ({ userProfileId, organizationId }) => ({ role: "member", userProfileId, organizationId }),
  writer: ({ userProfileId, organizationId }) => ({ role: "writer", userProfileId, organizationId }),
  signatory: ({ userProfileId, organizationId }) => ({ role: "writer", userProfileId, organizationId }),
  viewer: ({ userProfileId }) => ({ role: "admin", userProfileId }),
  editor: ({ userProfileId }) => ({ role: "admin", userProfileId }),
  owner: ({ userProfileId }) => ({ role: "admin", userProfileId }),
};

/** The scope of a request that sees the portal as a client: never more than a member sees. */
export function scopeOfView(who: Who, viewer: AnyCaller): Scope {
  return who === "public" ? SCOPES.public(viewer as never) : SCOPES.member(viewer as never);
}

/** The scope of a caller whom a call of this level has let through: the rows they may see and change. */
export function scopeOf<W extends Who>(who: W, caller: CallerByWho[W]): Scope {
  return SCOPES[who](caller);
}

import type { Scope } from "../wall/scope.ts";
import type { AnyCaller } from "./gates.ts";

/** The scope of a caller whom their call has let through: the rows they may see and change. */
export function scopeOf(caller: AnyCaller): Scope {
  switch (caller.who) {
    case "public":
      return { role: "visitor", organizationId: caller.member?.organizationId ?? null };
    case "viewer":
    case "editor":
    case "owner":
      return { role: "admin", userProfileId: caller.userProfileId };
  }
  const { userProfileId } = caller;
  // An admin who sees the portal as a client, whatever the call: never more than a member sees.
  if ("isVerified" in caller)
    return { role: "member", userProfileId: caller.userProfileId, organizationId: caller.organizationId };
  switch (caller.who) {
    case "signed-in":
    case "person":
      return { role: "person", userProfileId };
    case "member":
    case "writer":
    case "signatory":
      return {
        role: caller.who === "member" ? "member" : "writer",
        userProfileId: caller.userProfileId,
        organizationId: caller.organizationId,
      };
  }
}

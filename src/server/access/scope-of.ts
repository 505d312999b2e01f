import type { Scope } from "../wall/scope.ts";
import type { AnyCaller } from "./gates.ts";

/** The scope of a caller whom their call has let through: the rows they may see and change. */
export function scopeOf(caller: AnyCaller): Scope {
  if (caller.who === "public")
    return { role: "visitor", organizationId: caller.member?.organizationId ?? null };
  const { userProfileId } = caller;
  if ("role" in caller) return { role: "admin", userProfileId: caller.userProfileId };
  if (!("organizationId" in caller)) return { role: "person", userProfileId };
  const { who, organizationId } = caller;
  // An admin who sees the portal as a client never sees more than a member, whatever the call.
  const mayWrite = (who === "writer" || who === "signatory") && !("isVerified" in caller);
  return { role: mayWrite ? "writer" : "member", userProfileId: caller.userProfileId, organizationId };
}

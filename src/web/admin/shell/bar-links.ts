import { mayActAs } from "#domain/account/admin-role.ts";
import type { Person } from "#web/lib/use-person.ts";
import { SCREENS } from "../screens.ts";

const LABELLED = SCREENS.flatMap(({ path, label, place, isForOwners }) =>
  label === undefined ? [] : [{ path, label, place, isForOwners }],
);
export const ACCOUNT_PATH = "/account";
export const BAR_LINKS = LABELLED.filter(({ place }) => place !== undefined).toSorted(
  (one, other) => Number(one.place) - Number(other.place),
);
const UNDER_MORE = LABELLED.filter(({ place }) => place === undefined).toSorted((one, other) =>
  one.label.localeCompare(other.label),
);

/** The links under "More" of this person. */
export function linksUnderMore({ profile }: Person) {
  const isOwner = mayActAs(profile?.adminRole ?? null, "owner");
  return UNDER_MORE.filter(({ isForOwners }) => !isForOwners || isOwner);
}

/** A link is marked on its own screen and on those below. */
export function isHere(path: string, currentPath: string): boolean {
  return currentPath === path || currentPath.startsWith(`${path}/`);
}

/** Until the profile has loaded, trusts the server, which sends this page only to admins. */
export function hasRole({ profile }: Person): boolean {
  return profile === undefined || Boolean(profile?.adminRole);
}

/** One of the company's people may also belong to a client's organization. */
export function isMember({ organizations }: Person): boolean {
  return organizations !== undefined && organizations.length > 0;
}

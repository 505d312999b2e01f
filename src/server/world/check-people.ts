import { displayName } from "#domain/account/user-profile.ts";
import type { IdentifiedWorld } from "./identify-world.ts";
import type { Known } from "./known-records.ts";
import type { WorldError } from "./world-error.ts";
import type { WorldIndex } from "./world-index.ts";

type Person = IdentifiedWorld["people"][number];

/** E-mails that another person has, and organizations that a person is in twice or active in without belonging to. */
export function checkPeople(world: IdentifiedWorld, index: WorldIndex, known: Known): WorldError[] {
  const firstByEmail = new Map<string, Person>();
  return world.people.flatMap((person) => {
    const email = person.value.email.toLowerCase();
    const first = firstByEmail.get(email);
    firstByEmail.set(email, first ?? person);
    const isNew = !index.isThere("people", person.id);
    return [
      ...(first && first.id !== person.id ? [taken(person, `${first.place} has this e-mail already`)] : []),
      ...(isNew ? checkEmailInDatabase(person, email, known) : []),
      ...checkMembership(person),
    ];
  });
}

function taken(person: Person, message: string): WorldError {
  return { place: `${person.place}.email`, message };
}

function checkEmailInDatabase(person: Person, email: string, known: Known): WorldError[] {
  const other = known.people.find((one) => one.email.toLowerCase() === email);
  if (other) {
    const who = `${displayName(other)}, userProfileId "${other.userProfileId}"`;
    return [taken(person, `Another person in the database has this e-mail already (${who})`)];
  }
  if (!person.value.signIn || !known.signIns.get(email)) return [];
  return [taken(person, "Another person in the database signs in with this e-mail already")];
}

function checkMembership({ place, value }: Person): WorldError[] {
  const mine = value.permissions.map((permission) => permission.organizationId);
  const errors = mine.flatMap((organizationId, at): WorldError[] =>
    mine.indexOf(organizationId) === at
      ? []
      : [
          {
            place: `${place}.permissions[${at}].organizationId`,
            message: `This person has a permission in "${organizationId}" already; one person has one in an organization`,
          },
        ],
  );
  const active = value.activeOrganizationId;
  if (active === null || active === undefined || mine.includes(active)) return errors;
  const message = `This person does not belong to "${active}": it is not among their permissions`;
  return [...errors, { place: `${place}.activeOrganizationId`, message }];
}

/** Sign-ins that a person of the same file has as well. */
export function checkSignIns(world: IdentifiedWorld): WorldError[] {
  const people = new Map(
    world.people
      .filter(({ value }) => value.signIn)
      .map(({ place, value }) => [value.email.toLowerCase(), place]),
  );
  return world.signIns.flatMap(({ place, value }) => {
    const person = people.get(value.email.toLowerCase());
    return person
      ? [{ place: `${place}.email`, message: `${person} signs in with this e-mail already` }]
      : [];
  });
}

/** Notifications for people who do not belong to the organization that the notification is about. */
export function checkReceivers(world: IdentifiedWorld, index: WorldIndex, known: Known): WorldError[] {
  const members = new Set(known.permissions.keys());
  for (const { id, value } of world.people) {
    for (const { organizationId } of value.permissions) members.add(`${id} ${organizationId}`);
  }
  return world.notifications.flatMap(({ place, id, value }) => {
    const person = index.person(value.userId);
    if (!person || index.isThere("notifications", id)) return [];
    if (members.has(`${person.userProfileId} ${value.organizationId}`)) return [];
    return [
      { place: `${place}.userId`, message: `This person does not belong to "${value.organizationId}"` },
    ];
  });
}

import { Pool } from "pg";
import type { AdminRole } from "#domain/account/admin-role.ts";
import type { PermissionType } from "#domain/permissions/organization-permission.ts";
import { documentSharings } from "#server/schema/public-view.ts";
import {
  makeAdmin,
  makeInvoice,
  makeNotification,
  makeOrganization,
  makePermission,
  makePerson,
  makeQuote,
  type TestPerson,
  unique,
} from "./factories.ts";
import type { TestApp } from "./make-app.ts";

const ORGANIZATIONS = 6;
const QUOTES = 8;

/** A word that only the records of one organization contain, and one of what is for one person alone. */
export const markOf = (organization: number) => `zorg${organization}mark`;
const ownMarkOf = (person: number) => `zown${person}mark`;

/** The organizations and people whose records a text contains. */
export function marksIn(text: string): { organizations: number[]; people: number[] } {
  const all = (pattern: RegExp) => [
    ...new Set([...text.matchAll(pattern)].map(([, number]) => Number(number))),
  ];
  return { organizations: all(/zorg(\d+)mark/g), people: all(/zown(\d+)mark/g) };
}

/** What a person may do, by the numbers of organizations. */
export type Rights = {
  active: number | null;
  permissions: ReadonlyMap<number, PermissionType>;
  role: AdminRole | null;
};

/** A sign-in, until it is ended: between the request to end it and its confirmation. */
export type SignIn = { token: string; session: string; endAsked: number; endConfirmed: number; pass: Pass };
export type Pass = { organization: number; pass: string } | null;

/** What a person may do, and when. Before a change is confirmed, both it and what was before may be seen. */
export class RightsInTime {
  readonly #all: { from: number; until: number; rights: Rights }[];

  constructor(rights: Rights) {
    this.#all = [{ from: 0, until: Number.POSITIVE_INFINITY, rights }];
  }

  now(): Rights {
    return (this.#all.at(-1) as { rights: Rights }).rights;
  }

  change(askedAt: number, confirmedAt: number, rights: Rights): void {
    const before = this.#all.at(-1);
    if (before) before.until = confirmedAt;
    this.#all.push({ from: askedAt, until: Number.POSITIVE_INFINITY, rights });
  }

  /** All that the person may have been allowed between two moments. */
  between(start: number, end: number): Rights[] {
    return this.#all.filter(({ from, until }) => from <= end && until >= start).map(({ rights }) => rights);
  }
}

export type HammeredPerson = TestPerson & {
  number: number;
  /** Their first organization, and a second one that they may switch to. */
  homes: readonly number[];
  rights: RightsInTime;
  signIn: SignIn;
  ended: SignIn[];
  isChanging: boolean;
};

export type HammeredOrganization = {
  organizationId: string;
  quotes: { id: string; slug: string; contentHash: string; workOrderId: string; isShared: boolean }[];
  invoiceId: string;
};

export type HammerWorld = {
  organizations: HammeredOrganization[];
  members: HammeredPerson[];
  admins: HammeredPerson[];
};

export const BESIDE = "beside the portals";
/** Connections beside the portals', which are neither killed nor cancelled. */
export function connectBeside({ variables }: TestApp): Pool {
  return new Pool({ connectionString: variables.DATABASE_URL, application_name: BESIDE });
}

/** Organizations whose every record holds their mark, with a reader, writers, and people of two organizations. */
export async function makeHammerWorld(
  { db }: TestApp,
  hashOf: (organizationId: string, uniqueDocumentId: string) => Promise<string>,
  signIn: (person: TestPerson) => Promise<SignIn>,
): Promise<HammerWorld> {
  const numbers = Array.from({ length: ORGANIZATIONS }, (_none, number) => number);
  const organizations = await Promise.all(
    numbers.map(async (number): Promise<HammeredOrganization> => {
      const mark = markOf(number);
      const { organizationId } = await makeOrganization(db, { organizationName: `Organization ${mark}` });
      const { invoiceId } = await makeInvoice(db, { organizationId, name: `Invoice ${mark}` });
      const quotes: HammeredOrganization["quotes"] = [];
      for (let place = 0; place < QUOTES; place += 1) {
        const { document, workOrders } = await makeQuote(db, {
          organizationId,
          document: { name: `Proposal ${mark} ${place}` },
          workOrders: [{ isOptional: true, name: `Work ${mark} ${place}`, description: `<p>${mark}</p>` }],
        });
        const { uniqueDocumentId: id, slug } = document;
        const isShared = place === 0;
        if (isShared)
          await db
            .insert(documentSharings)
            .values({ uniqueDocumentId: id, sharedAt: new Date(), expiresAt: null });
        const contentHash = await hashOf(organizationId, id);
        quotes.push({ id, slug, contentHash, workOrderId: workOrders[0]?.workOrderId ?? "", isShared });
      }
      return { organizationId, quotes, invoiceId };
    }),
  );
  const idOf = (number: number) => organizations[number % ORGANIZATIONS]?.organizationId ?? "";
  let people = 0;
  const enter = async (person: TestPerson, homes: readonly number[], rights: Rights) => {
    const ofThem = { rights: new RightsInTime(rights), signIn: await signIn(person), ended: [] };
    return { ...person, homes, number: people, isChanging: false, ...ofThem };
  };
  const members: HammeredPerson[] = [];
  for (const number of numbers) {
    const other = (number + 1) % ORGANIZATIONS;
    const kinds: [PermissionType, number[]][] = [
      ["read", [number]],
      ["write", [number]],
      ["write", [number, other]],
    ];
    for (const [permission, homes] of kinds) {
      // A person of two organizations is named in both, so their name identifies neither.
      const lastName = homes.length > 1 ? unique("Both") : `Member ${markOf(number)}`;
      const organization = { organizationId: idOf(number) };
      const person = await makePerson(db, { organization, permission, profile: { lastName } });
      const { userProfileId } = person;
      if (homes.length > 1)
        await makePermission(db, {
          userId: userProfileId,
          organizationId: idOf(other),
          permissionType: "read",
        });
      for (const home of homes)
        await makeNotification(db, {
          userProfileId,
          organizationId: idOf(home),
          message: `Told ${ownMarkOf(people)} of ${markOf(home)}`,
        });
      const permissions = new Map(
        homes.map((home, place) => [home, place === 0 ? permission : "read"] as const),
      );
      members.push(await enter(person, homes, { active: number, permissions, role: null }));
      people += 1;
    }
  }
  const admins: HammeredPerson[] = [];
  for (const role of ["viewer", "editor", "owner"] as const) {
    const rights = { active: null, permissions: new Map(), role };
    admins.push(await enter(await makeAdmin(db, role), [], rights));
    people += 1;
  }
  return { organizations, members, admins };
}

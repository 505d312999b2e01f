import { integer, text } from "drizzle-orm/pg-core";
import { ACTOR_SIDES, type ActorSide } from "#domain/access-records/access-record.ts";
import { CONFIRMATIONS, CONSENTS, type ConsentFacts, IDENTIFICATIONS } from "#domain/consent/consent.ts";
import type { Id } from "#domain/id.ts";
import { id, timestamptz } from "../db/columns.ts";

/** The format of a decision or signature that is stored now. Records of format 1 have none of the facts below. */
export const RECORD_FORMAT = 2;

/** How consent came about. Null: it is not on record. */
export function consentColumns() {
  return {
    /** The format of this record. No optimistic lock, as elsewhere: it is named by the fact of the signed event. */
    recordVersion: integer("record_version").notNull().default(1),
    consent: text("consent", { enum: CONSENTS }),
    /** The sentence of intent, as the screen reported that it showed it. */
    intent: text("intent"),
    identifiedBy: text("identified_by", { enum: IDENTIFICATIONS }),
    confirmedBy: text("confirmed_by", { enum: CONFIRMATIONS }),
    /** The record that let the person in (access-records.ts). Its own event names who did it. */
    accessRecordId: id("access_record_id"),
    authorisedSince: timestamptz("authorised_since"),
    accessGivenBy: text("access_given_by", { enum: ACTOR_SIDES }),
    /** The record of who added the issuer that signed the person in; null: they signed in here. */
    issuerRecordId: id("issuer_record_id"),
  };
}

/** Of a record that an import brings, or a decline. */
export const NO_CONSENT = {
  consent: null,
  intent: null,
  identifiedBy: null,
  confirmedBy: null,
  issuerRecordId: null,
} as const satisfies ConsentFacts & { issuerRecordId: Id | null };

/** Since when a person may act for their organization, and who let them in. Null: it is not on record. */
export function authorityOf(access: Access | null) {
  return {
    accessRecordId: access?.accessRecordId ?? null,
    authorisedSince: access?.since ?? null,
    accessGivenBy: access?.actorSide ?? null,
  };
}
export type Authority = ReturnType<typeof authorityOf>;

/** The event of a record of format 1 has no fact of its format. */
export function formatFact({ recordVersion: format }: { recordVersion: number }) {
  return { recordVersion: format === 1 ? null : format };
}

/** Since when a person may accept for an organization, and who let them in. */
export type Access = { accessRecordId: Id; since: Date; actorName: string | null; actorSide: ActorSide };

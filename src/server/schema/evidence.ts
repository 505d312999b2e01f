import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { EVIDENCE_KINDS, type Fact } from "#domain/evidence/evidence-event.ts";
import { hash, id, oneOf, timestamptz } from "../db/columns.ts";

/** A chain of events for each organization, each bound to all before it and signed. Rows are only added. */
export const evidenceEvents = pgTable(
  "evidence_events",
  {
    /** The organization, or "portal". */
    chain: id("chain").notNull(),
    position: integer("position").notNull(),
    kind: text("kind", { enum: EVIDENCE_KINDS }).notNull(),
    subjectId: id("subject_id").notNull(),
    at: timestamptz("at").notNull(),
    facts: jsonb("facts").$type<Record<string, Fact>>().notNull(),
    sealed: jsonb("sealed").$type<Record<string, string>>().notNull(),
    salts: jsonb("salts").$type<Record<string, string>>().notNull(),
    previousHead: hash("previous_head").notNull(),
    head: hash("head").notNull(),
    /** Ed25519, in base64url, like the signature. */
    publicKey: text("public_key").notNull(),
    signature: text("signature").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.position] }),
    oneOf("evidence_events_kind", table.kind, EVIDENCE_KINDS),
    check("evidence_events_position", sql`${table.position} > 0`),
    index("evidence_events_subject").on(table.subjectId, table.kind),
  ],
);

/** The end of each chain. A change that adds evidence locks it last. */
export const evidenceHeads = pgTable("evidence_heads", {
  chain: id("chain").primaryKey(),
  position: integer("position").notNull(),
  head: hash("head").notNull(),
});

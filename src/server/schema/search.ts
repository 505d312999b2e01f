import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { id } from "../db/columns.ts";
import { wordsColumn } from "../db/words-sql.ts";
import { partOfDocument } from "./documents.ts";

/** The text of each block of a document's page, for searching; a long text has several rows. */
export const documentParts = pgTable(
  "document_parts",
  {
    uniqueDocumentId: id("unique_document_id").notNull(),
    organizationId: id("organization_id").notNull(),
    position: integer("position").notNull(),
    blockId: text("block_id").notNull(),
    /** The heading above the block. */
    heading: text("heading"),
    body: text("body").notNull(),
    words: wordsColumn(["body"], { organization: "organization_id" }),
  },
  (table) => [
    primaryKey({ columns: [table.uniqueDocumentId, table.position] }),
    partOfDocument("document_parts_document", table).onDelete("cascade"),
    index("document_parts_words").using("gin", table.words),
  ],
);

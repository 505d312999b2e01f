import { bigint, index, pgTable, text } from "drizzle-orm/pg-core";
import { hash, id, timestamptz } from "../db/columns.ts";
import { ofOrganization } from "./organizations.ts";

/** A stored file. The file store holds its bytes under their SHA-256; this row holds its owner. */
export const files = pgTable(
  "files",
  {
    fileId: id("file_id").primaryKey(),
    organizationId: ofOrganization("restrict"),
    sha256: hash("sha256").notNull(),
    byteLength: bigint("byte_length", { mode: "number" }).notNull(),
    contentType: text("content_type").notNull(),
    fileName: text("file_name").notNull(),
    createdAt: timestamptz("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("files_organization_id").on(table.organizationId),
    index("files_sha256").on(table.sha256),
  ],
);

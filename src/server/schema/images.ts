import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { IMAGE_WIDTHS } from "#domain/images/image-address.ts";
import { hash, id, timestamptz } from "../db/columns.ts";
import { ofOrganization } from "./organizations.ts";

/** Uploaded and fetched images. `sha256` and the columns after it describe the re-encoded copy, and may be missing. */
export const images = pgTable(
  "images",
  {
    /** 128 random bits: everybody who knows the id can see the image. */
    imageId: id("image_id").primaryKey(),
    /** Null: the company's own, like every image of a document. */
    organizationId: ofOrganization("restrict"),
    /** The address it is fetched from; null for an upload. */
    sourceUrl: text("source_url"),
    sha256: hash("sha256"),
    byteLength: bigint("byte_length", { mode: "number" }),
    contentType: text("content_type"),
    width: integer("width"),
    height: integer("height"),
    /** The title of the video whose preview image this is, as one line of plain text. */
    title: text("title"),
    /** How many attempts to fetch it began, and when the last one ended. */
    attempts: integer("attempts").notNull().default(0),
    triedAt: timestamptz("tried_at"),
    /** Why it will not be fetched, in a sentence. */
    failure: text("failure"),
    createdAt: timestamptz("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("images_source_url").on(sql`md5(${table.sourceUrl})`),
    index("images_organization_id").on(table.organizationId),
    check("images_whole", sql`num_nulls(sha256, byte_length, content_type, width, height) in (0, 5)`),
    check("images_known", sql`${table.sourceUrl} is not null or ${table.sha256} is not null`),
    check("images_one_end", sql`${table.sha256} is null or ${table.failure} is null`),
  ],
);

const ofImage = () =>
  id("image_id")
    .notNull()
    .references(() => images.imageId, { onDelete: "cascade" });

/** How pages described an image last: those of an organization's documents, or templates and sections. */
export const imageTexts = pgTable(
  "image_texts",
  {
    imageId: ofImage(),
    /** Null: on a template or a section, which every organization's documents may use. */
    organizationId: ofOrganization("cascade"),
    alt: text("alt").notNull(),
  },
  (table) => [
    unique("image_texts_image_organization").on(table.imageId, table.organizationId).nullsNotDistinct(),
    index("image_texts_organization_id").on(table.organizationId),
  ],
);

/** The WebP copies of an image, one per width. */
export const imageFiles = pgTable(
  "image_files",
  {
    imageId: ofImage(),
    width: integer("width").notNull(),
    sha256: hash("sha256").notNull(),
    byteLength: bigint("byte_length", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.imageId, table.width] }),
    check("image_files_width", sql`${table.width} in (${sql.raw(IMAGE_WIDTHS.join(", "))})`),
  ],
);

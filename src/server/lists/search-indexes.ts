import { indexOfLetters, LETTERS_OF_ORGANIZATIONS } from "./letters.ts";

// Indexes of pairs of three letters find the rows that contain a text without reading all of them. They need the
// extension pg_trgm, and those that also know each row's organization btree_gin. The embedded database lacks both:
// lists are then searched row by row.

const LETTERS_OF_ALL: Record<string, readonly string[]> = {
  organizations: ["name_comparable"],
  user_profiles: ["name_comparable", "email_comparable"],
};

function indexOf(name: string, table: string, columns: readonly string[], ...before: string[]): string {
  const letters = columns.map((column) => `${column} gin_trgm_ops`);
  return `create index if not exists ${name} on ${table} using gin (${[...before, ...letters].join(", ")});`;
}

const ofAll = Object.entries(LETTERS_OF_ALL).map(([table, columns]) =>
  indexOf(`${table}_letters`, table, columns),
);
/** They replace those of older versions, which knew no organization. */
const ofOrganizations = Object.entries(LETTERS_OF_ORGANIZATIONS).map(
  ([table, columns]) => `${indexOf(indexOfLetters(table), table, columns, "organization_id")}
    drop index if exists ${table}_letters;`,
);

/** The conditions are those of a user without the right, a server without the extension, and one in a schema of its own. */
const made = (extension: string, indexes: readonly string[]) => `do $$ begin
    create extension if not exists ${extension};
    ${indexes.join("\n    ")}
  exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
    raise notice 'Lists are searched without indexes: %', sqlerrm;
  end $$`;

export const SEARCH_INDEXES: readonly string[] = [made("pg_trgm", ofAll), made("btree_gin", ofOrganizations)];

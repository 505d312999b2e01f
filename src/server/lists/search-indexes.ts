// Indexes of pairs of three letters find the rows that contain a text without reading all of them. They need the
// extension pg_trgm, which the embedded database lacks: lists are then searched row by row.

const SEARCHED = {
  unique_documents: ["name_comparable", "shown_name_comparable", "external_id_comparable"],
  work_orders: ["name_comparable", "shown_name_comparable", "external_id_comparable"],
  invoices: ["name_comparable", "external_id_comparable"],
  organizations: ["name_comparable"],
  user_profiles: ["name_comparable", "email_comparable"],
};

const MAKE_ALL = Object.entries(SEARCHED).map(([table, columns]) => {
  const letters = columns.map((column) => `${column} gin_trgm_ops`).join(", ");
  return `create index if not exists ${table}_letters on ${table} using gin (${letters});`;
});

/** The conditions are those of a user without the right, a server without the extension, and one in a schema of its own. */
export const SEARCH_INDEXES: readonly string[] = [
  `do $$ begin
    create extension if not exists pg_trgm;
    ${MAKE_ALL.join("\n    ")}
  exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
    raise notice 'Lists are searched without indexes: %', sqlerrm;
  end $$`,
];

import { expect, test } from "vitest";
import type { Db } from "../db/database.ts";
import { libraryAdapter } from "./library-adapter.ts";

// What it stores and finds is shown where people sign in (tests/api/sign-in.test.ts, stored-secrets.test.ts).

const tables = libraryAdapter({} as Db, (token) => `hash of ${token}`)({});

test.each([
  ["condition", { field: "email", operator: "contains", value: "@" }],
  ["condition", { field: "email", connector: "OR", value: "a@b.example" }],
  ["condition", { field: "email", mode: "insensitive", value: "a@b.example" }],
] as const)("HOUSE-5 an unknown %s of the sign-in library finds no row by mistake", async (kind, where) => {
  const query = { model: "user", where: [where] };
  await expect(tables.findOne(query)).rejects.toThrow(`unknown ${kind}`);
  await expect(tables.deleteMany(query)).rejects.toThrow(`unknown ${kind}`);
});

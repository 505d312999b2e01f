import { expect, test } from "vitest";
import { z } from "zod";
import { libraryEmail, ownEmail } from "./library-email.ts";

test.each([
  "ada@client.example",
  "r&d@client.example",
  "post@client.xn--p1ai",
  libraryEmail("r&d@client.example"),
])("FIELD-10 the sign-in library takes an address for %s, which leads back to it alone", (email) => {
  expect(z.email().safeParse(libraryEmail(email)).success).toBe(true);
  expect(ownEmail(libraryEmail(email))).toBe(email);
});

import { eq } from "drizzle-orm";
import { authUsers } from "#server/schema/identity.ts";
import { loadWorld, type WorldReport } from "#server/world/load-world.ts";
import { unique } from "./factories.ts";
import type { TestApp } from "./make-app.ts";

/** Imports these lists as a world file, and counts what was added. */
export async function load(app: TestApp, lists: object): Promise<WorldReport["lists"]> {
  return (await loadWorld(app.deps, JSON.stringify({ worldVersion: 1, ...lists }))).lists;
}

export const PASSWORD_IN_FILE = "bread-and-butter";

/** An organization with a writer, for the lists that a test adds. */
export function makeBasics() {
  const organizationId = unique("org");
  const email = `${unique("writer")}@example.test`;
  const organizations = [{ organizationId, organizationName: "Blue Wren Bakery", status: "ACTIVE" }];
  const rosa = {
    firstName: "Rosa",
    lastName: "Keller",
    email,
    permissions: [{ organizationId, permissionType: "write" }],
    password: PASSWORD_IN_FILE,
  };
  return { organizationId, email, lists: { organizations, people: [rosa] } };
}

/** A page with a text and, for given work orders, their prices. */
export function makeWorldPage(text: string, workOrderIds: string[] = []) {
  return {
    root: { props: { title: "A page" } },
    content: [
      { type: "Paragraph", props: { id: "text", text } },
      { type: "WorkOrders", props: { id: "prices", workOrderData: { workOrderIds } } },
    ],
  };
}

/** The person who signs in with this email. */
export async function speakerOf(app: TestApp, email: string): Promise<{ authUserId: string }> {
  const [user] = await app.db.select().from(authUsers).where(eq(authUsers.email, email));
  if (!user) throw new Error(`No sign-in has the email ${email}.`);
  return { authUserId: user.id };
}

import type { DBTransactionAdapter } from "@better-auth/core/db/adapter";

type Finders = Pick<DBTransactionAdapter, "findOne" | "findMany">;
type Asked = Parameters<Finders["findOne"]>[0];

/**
 * Finds a session with its user, and a user with their accounts, by two statements. The library does the same, but
 * prints on the console if the database is lost in between.
 */
export function joinApart({ findOne, findMany }: Finders) {
  return async <Answer>(asked: Asked): Promise<Answer | null> => {
    const { join, ...plain } = asked;
    const isWithUser = asked.model === "session" && join?.user === true;
    const isWithAccounts = asked.model === "user" && join?.account === true;
    if (!isWithUser && !isWithAccounts) return findOne<Answer>(asked);
    const found = await findOne<{ id: string; userId: string }>(plain);
    if (!found) return null;
    const joined = isWithUser
      ? { user: await findOne({ model: "user", where: [{ field: "id", value: found.userId }] }) }
      : { account: await findMany({ model: "account", where: [{ field: "userId", value: found.id }] }) };
    return { ...found, ...joined } as Answer;
  };
}

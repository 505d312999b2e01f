import { addDocuments } from "./add-documents.ts";
import { type Figure, figure, percentile, runFor, timings } from "./figures.ts";
import { signIn } from "./http-client.ts";
import { WRITER } from "./make-world.ts";
import { type Setting, startMeasuredPortal } from "./measured-portal.ts";

const CONNECTIONS = 10;
const ROUNDS = 5;
const ROUND_MS = 1000;
const DOCUMENTS = 1000;
const MAX_P95_MS = 50;

/** A list of 10 of 1,000 documents, one document and the profile by turns, ten at once. */
export async function measureCalls({ variables, world }: Setting): Promise<Figure[]> {
  if (variables.DATABASE_URL) await addDocuments(variables.DATABASE_URL, DOCUMENTS);
  const paths = {
    list: "/api/unique-document/user/list?limit=10",
    document: `/api/unique-document/user/${world.pendingIds.at(-1)}`,
    profile: "/api/user-profile/user",
  };
  const portal = await startMeasuredPortal(variables);
  const client = await signIn(portal.url, WRITER, CONNECTIONS);
  try {
    const calls = Object.entries(paths).map(([name, path]) => ({
      name,
      call: () => client.get(`${portal.url}${path}`),
      rates: [] as number[],
      times: [] as number[],
    }));
    for (const { call } of calls) await runFor(call, CONNECTIONS, ROUND_MS);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { call, rates, times } of calls) {
        const taken = await runFor(call, CONNECTIONS, ROUND_MS);
        rates.push((taken.length * 1000) / ROUND_MS);
        times.push(...taken);
      }
    }
    return calls.flatMap(({ name, rates, times }) => [
      figure(`${name}, answers`, percentile(rates, 0.5), "a second"),
      ...timings(`${name} beside nine others`, times, { p95: MAX_P95_MS }),
    ]);
  } finally {
    client.close();
    await portal.remove();
  }
}

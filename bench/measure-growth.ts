import { encodeColumnFilters } from "#domain/lists/list-columns.ts";
import { addDocuments } from "./add-documents.ts";
import { type Figure, timed, timings } from "./figures.ts";
import { signIn } from "./http-client.ts";
import { WRITER } from "./make-world.ts";
import { type Setting, startMeasuredPortal } from "./measured-portal.ts";

const ROUNDS = 30;
const WARM_UP = 100;
const MAX_MEDIAN_MS = 100;
const LIST = "/api/unique-document/user/list?limit=10";

/** How long one person waits for a page of ten, for each number of documents of their organization. */
export function measureGrowth(...sizes: readonly number[]) {
  return async ({ variables }: Setting): Promise<Figure[]> => {
    const figures: Figure[] = [];
    for (const documents of sizes) {
      await addDocuments(variables.DATABASE_URL, documents);
      figures.push(...(await measurePages(variables, documents)));
    }
    return figures;
  };
}

async function measurePages(variables: Record<string, string>, documents: number): Promise<Figure[]> {
  const portal = await startMeasuredPortal(variables);
  const client = await signIn(portal.url, WRITER);
  const read = (path: string) => client.get(`${portal.url}${path}`);
  try {
    const { page } = JSON.parse((await read(LIST)).toString());
    const named = encodeURIComponent(encodeColumnFilters([{ id: "name", value: "number 77" }]));
    const pages: Record<string, string> = {
      "first page": LIST,
      "next page": `${LIST}&cursor=${page.nextCursor}`,
      "last page by offset": `${LIST}&offset=${page.total - 10}`,
      "of one type": `${LIST}&documentType=PROPOSAL`,
      "sorted by name": `${LIST}&sort=name`,
      "sorted by signer": `${LIST}&sort=approvedBy`,
      "search that finds few": `${LIST}&q=number%2077`,
      "search that finds all": `${LIST}&q=online`,
      "search that finds none": `${LIST}&q=no%20such%20text`,
      "filter on the name": `${LIST}&filter=${named}`,
    };
    // A new portal compiles its code for its first calls.
    for (let n = 0; n < WARM_UP; n += 1) await read(LIST);
    const figures: Figure[] = [];
    for (const [name, path] of Object.entries(pages)) {
      const times: number[] = [];
      await read(path);
      for (let n = 0; n < ROUNDS; n += 1) times.push(await timed(() => read(path)));
      figures.push(...timings(`${name}, of ${documents} documents`, times, { median: MAX_MEDIAN_MS }));
    }
    return figures;
  } finally {
    client.close();
    await portal.remove();
  }
}

import { createHttpClient, type HttpClient } from "./http-client.ts";
import { BENCH_READER, BENCH_WRITER } from "./make-world.ts";
import { getToken, signIn } from "./sign-in.ts";
import { type Measured, summarize, timed } from "./statistics.ts";

const ACCEPTS = 200;
const ROUNDS = 3;
const USUAL_READS = 100;

/** How long a reader of another organization waits, usually and while one document is accepted 200 times at once. */
export type HotDocumentMeasure = {
  readerUsuallyMs: Measured;
  readerMeanwhileMs: Measured;
  acceptsPerSecond: Measured;
};

export async function measureHotDocument(
  url: string,
  hotIds: readonly string[],
  readId: string,
): Promise<HotDocumentMeasure> {
  const reader = await signIn(url, BENCH_READER);
  const crowd = createHttpClient(ACCEPTS, await getToken(url, BENCH_WRITER));
  const read = () => timed(() => reader.get(`${url}/api/unique-document/user/${readId}`));
  const [usual, meanwhile, rates]: [number[], number[], number[]] = [[], [], []];
  try {
    for (let n = 0; n < USUAL_READS; n += 1) usual.push(await read());
    for (const id of hotIds.slice(0, ROUNDS)) {
      const accept = await acceptanceOf(crowd, url, id);
      let areAccepted = false;
      const accepted = timed(() => Promise.all(Array.from({ length: ACCEPTS }, accept))).finally(() => {
        areAccepted = true;
      });
      while (!areAccepted) meanwhile.push(await read());
      rates.push((ACCEPTS * 1000) / (await accepted));
    }
  } finally {
    reader.close();
    crowd.close();
  }
  return {
    readerUsuallyMs: summarize(usual),
    readerMeanwhileMs: summarize(meanwhile),
    acceptsPerSecond: summarize(rates, 0),
  };
}

async function acceptanceOf(client: HttpClient, url: string, id: string): Promise<() => Promise<unknown>> {
  const address = `${url}/api/unique-document/user/${id}`;
  const { data } = JSON.parse((await client.get(address)).toString()) as { data: { contentHash: string } };
  const body = { uniqueDocumentId: id, status: "APPROVED", contentHash: data.contentHash };
  return () => client.send("POST", `${address}/approve`, body);
}

import { fileURLToPath, pathToFileURL } from "node:url";

// Runs the built portals of one test worker in one process, which has loaded and compiled the server once.

type Served = { close(): Promise<void> };
type Serve = (variables: Record<string, string>, out: { write(text: string): void }) => Promise<Served>;
export type Asked = { id: number; start: Record<string, string> } | { id: number; stop: number };
export type Answer = { id: number; output: string } | { id: number; isDone: true; failure?: string };

const BUILT = fileURLToPath(new URL("../../dist/server/serve.js", import.meta.url));
const { serve } = (await import(pathToFileURL(BUILT).href)) as { serve: Serve };

/** The portals by the number of the request that started them. */
const served = new Map<number, Served>();
const report = (answer: Answer) => void process.send?.(answer);

async function carryOut(asked: Asked): Promise<void> {
  const { id } = asked;
  if ("start" in asked) {
    served.set(id, await serve(asked.start, { write: (output) => report({ id, output }) }));
    return;
  }
  const stopped = served.get(asked.stop);
  served.delete(asked.stop);
  await stopped?.close();
}

process.on("message", (asked: Asked) => {
  carryOut(asked).then(
    () => report({ id: asked.id, isDone: true }),
    (error: Error) => report({ id: asked.id, isDone: true, failure: error.stack ?? error.message }),
  );
});
process.on("disconnect", () => process.exit());

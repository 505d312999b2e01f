import type { z } from "zod";
import type { Job } from "#server/deps.ts";
import { withScope } from "#server/rls/scoped-db.ts";
import type { TestApp } from "./make-app.ts";

/** Runs a batch job until nothing is left: how much one run does depends on the speed of the machine. */
export async function runToEnd<Payload extends z.ZodType>(
  { run }: Job<Payload>,
  app: TestApp,
): Promise<void> {
  const worker = withScope(app.deps, { role: "worker" });
  let next: z.input<Payload> | undefined = {} as z.input<Payload>;
  while (next !== undefined) next = (await run(worker, next as z.output<Payload>)) ?? undefined;
}

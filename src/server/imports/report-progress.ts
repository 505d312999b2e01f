import type { FastifyInstance } from "fastify";
import { IMPORT_PROGRESS, type ImportProgress } from "#domain/csv/import-report.ts";
import type { ProgressBook } from "../deps.ts";

export function createProgressBook(): ProgressBook {
  const book = new Map<string, ImportProgress>();
  return {
    async during(id, run) {
      if (id === undefined) return run(() => undefined);
      try {
        return await run((step, done, of) => void book.set(id, { step, done, of }));
      } finally {
        book.delete(id);
      }
    },
    read: (id) => book.get(id) ?? null,
  };
}

/** Reports progress to any holder of the id. It uses no database: an import occupies the embedded one's connection. */
export function serveImportProgress(app: FastifyInstance, book: ProgressBook): void {
  app.get<{ Params: { id: string } }>(
    `${IMPORT_PROGRESS}/:id`,
    { schema: { hide: true } },
    async (request, reply) =>
      reply.header("cache-control", "no-store").send({ data: book.read(request.params.id) }),
  );
}

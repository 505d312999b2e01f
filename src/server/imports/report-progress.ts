import type { FastifyInstance } from "fastify";
import { IMPORT_PROGRESS, type ImportProgress } from "#domain/csv/import-report.ts";
import type { ProgressBook } from "../deps.ts";

export function createProgressBook(): ProgressBook {
  const book = new Map<string, ImportProgress>();
  return {
    async during(id, work) {
      if (id === undefined) return work(() => undefined);
      try {
        return await work((step, done, of) => void book.set(id, { step, done, of }));
      } finally {
        book.delete(id);
      }
    },
    read: (id) => book.get(id) ?? null,
  };
}

/**
 * Answers how far a check or an import is to anyone who knows its id, which only the browser does that made it. The
 * answer asks no database, because an import holds the only connection of the embedded one.
 */
export function serveImportProgress(app: FastifyInstance, book: ProgressBook): void {
  app.get<{ Params: { id: string } }>(
    `${IMPORT_PROGRESS}/:id`,
    { schema: { hide: true } },
    async (request, reply) =>
      reply.header("cache-control", "no-store").send({ data: book.read(request.params.id) }),
  );
}

import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { API_BASE } from "#contract/call.ts";

/** Describes the calls as OpenAPI 3.1, for programs at /api/openapi.json and for people at /api/docs. */
export async function describeApi(app: FastifyInstance, productName: string): Promise<void> {
  await app.register(swagger, {
    transform: jsonSchemaTransform,
    openapi: {
      openapi: "3.1.0",
      info: {
        title: `${productName} API`,
        version: "1",
        description:
          "Answers stand in `data`; an answer without `data` is the error. To get a token: " +
          "`POST /api/auth/sign-in/email` with `email` and `password`, then `GET /api/auth/token` " +
          "with the answer's `token` as bearer, or with the cookie of a browser. Send the second token with " +
          "every call that is not public.",
      },
      components: {
        securitySchemes: {
          identityToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
          sessionToken: { type: "http", scheme: "bearer" },
        },
      },
      security: [{ identityToken: [] }],
    },
  });
  app.get(`${API_BASE}/openapi.json`, { schema: { hide: true } }, async () => app.swagger());
  // Without a validator, the page contacts no other host.
  await app.register(swaggerUi, { routePrefix: `${API_BASE}/docs`, uiConfig: { validatorUrl: null } });
}

import { createHttpClient, type HttpClient } from "./http-client.ts";
import { BENCH_WRITER } from "./make-world.ts";

const CONNECTIONS = 8;

/** Gets a token in two calls, like any program (docs/api-access.md). */
export async function signIn(url: string): Promise<HttpClient> {
  const anonymous = createHttpClient(1);
  const session = JSON.parse(
    (await anonymous.send("POST", `${url}/api/auth/sign-in/email`, BENCH_WRITER)).toString(),
  ) as { token: string };
  anonymous.close();
  const withSession = createHttpClient(1, session.token);
  const { token } = JSON.parse((await withSession.get(`${url}/api/auth/token`)).toString()) as {
    token: string;
  };
  withSession.close();
  return createHttpClient(CONNECTIONS, token);
}

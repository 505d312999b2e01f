import { createHttpClient, type HttpClient } from "./http-client.ts";
import { BENCH_WRITER } from "./make-world.ts";

const CONNECTIONS = 10;

export async function signIn(url: string, person = BENCH_WRITER): Promise<HttpClient> {
  return createHttpClient(CONNECTIONS, await getToken(url, person));
}

/** Gets a token in two calls, like any program (docs/api-access.md). */
export async function getToken(url: string, person: typeof BENCH_WRITER): Promise<string> {
  const anonymous = createHttpClient(1);
  const session = JSON.parse(
    (await anonymous.send("POST", `${url}/api/auth/sign-in/email`, person)).toString(),
  ) as { token: string };
  anonymous.close();
  const withSession = createHttpClient(1, session.token);
  const { token } = JSON.parse((await withSession.get(`${url}/api/auth/token`)).toString()) as {
    token: string;
  };
  withSession.close();
  return token;
}

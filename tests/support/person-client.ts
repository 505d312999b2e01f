import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import { ApiClient, type Given } from "./api-client.ts";

export type PersonClient = {
  /** Makes a call that must succeed. Returns its data, parsed by the contract. */
  request<C extends Call>(call: C, given: Omit<Given<C>, "as">): Promise<z.output<C["reply"]>>;
};

/** Calls a running portal like a person's program, signed in with email and password. */
export function createPersonClient(url: string, email: string, password = "counterpart-demo"): PersonClient {
  const person = { authUserId: email };
  const client = new ApiClient(url, async () => {
    const answer = await fetch(`${url}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    if (!answer.ok) throw new Error(`${email} cannot sign in: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { token: string }).token;
  });
  return {
    request: <C extends Call>(call: C, given: Omit<Given<C>, "as">) =>
      client.request(call, { ...given, as: person } as Given<C>),
  };
}

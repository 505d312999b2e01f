/** A cookie as Playwright takes it. */
export type Cookie = {
  name: string;
  value: string;
  domain: string;
  path: string;
  httpOnly: boolean;
  sameSite: "Lax";
};

/** Signs in through the portal's call. Returns the session's cookies, which every copy of the portal's data accepts. */
export async function signInByCall(
  url: string,
  email: string,
  password = "counterpart-demo",
): Promise<Cookie[]> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`${email} cannot sign in: ${answer.status} ${await answer.text()}`);
  return answer.headers.getSetCookie().map((header) => {
    const [pair = ""] = header.split(";");
    const split = pair.indexOf("=");
    return {
      name: pair.slice(0, split),
      value: pair.slice(split + 1),
      domain: new URL(url).hostname,
      path: "/",
      httpOnly: /;\s*httponly/i.test(header),
      sameSite: "Lax",
    };
  });
}

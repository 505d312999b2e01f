/** Whether this machine knows a time zone such as "Australia/Sydney". */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en-AU", { timeZone: name }));
  } catch {
    return false;
  }
}

/** What the portal refuses for a while, with what it means for an owner. Also labels of /metrics. */
export const LIMITS = {
  "sign-in": {
    label: "Sign-ins and codes",
    meaning:
      "Someone tried too many passwords or codes. A few are forgetful people; hundreds are an attack, which the limit holds off.",
  },
  requests: {
    label: "Requests and changes",
    meaning:
      "One person, program or network sent too much at once. Behind a proxy, check that TRUSTED_PROXIES is set: without it everyone shares one limit.",
  },
  streams: {
    label: "Open windows",
    meaning:
      "Someone has the portal open in more than ten windows. The others work, but don't follow changes.",
  },
  busy: {
    label: "Waited too long",
    meaning: "Requests waited too long for others of the same organization or for the same records.",
  },
  unavailable: {
    label: "Not available",
    meaning:
      "The database, the disk or the PDF browser didn't answer in time, so people were asked to try again.",
  },
} as const;

export type LimitKind = keyof typeof LIMITS;
export const LIMIT_KINDS = Object.keys(LIMITS) as LimitKind[];

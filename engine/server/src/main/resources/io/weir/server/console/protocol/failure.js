// The failures of requests, as values that a view can explain.

// The service answered with an error of the protocol.
export class Refused extends Error {
  constructor(status, code, text, requestId = "") {
    super(text || `The service answered ${status}.`);
    this.name = "Refused";
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }

  // Returns whether the service refused the credentials themselves. Missing permissions do not count.
  get isUnauthenticated() {
    return this.status === 401 || this.code === "AuthenticationFailed";
  }

  // The index of the first wrong character in the filter; undefined if the filter is not at fault.
  get filterOffset() {
    const found = /filterOffset=(\d+)/.exec(this.message);
    return found ? Number(found[1]) : undefined;
  }
}

// No answer arrived.
export class Unreachable extends Error {
  constructor() {
    super("The service does not answer.");
    this.name = "Unreachable";
  }
}

// The answer ended before its last line.
export class Incomplete extends Error {
  constructor() {
    super("The answer broke off before its end.");
    this.name = "Incomplete";
  }
}

// Nobody can say whether a change was carried out.
export class OutcomeUnknown extends Error {
  // last: the failure of the last sending.
  constructor(last) {
    const told = last instanceof Refused ? ` The last answer was: ${last.message}` : "";
    super(`It is not known whether the change was carried out. Look at the entity before you send it again.${told}`);
    this.name = "OutcomeUnknown";
  }
}

// The console is read-only until a person unlocks it.
export class Locked extends Error {
  constructor() {
    super("The console is read-only. Unlock it first.");
    this.name = "Locked";
  }
}

export function isAbort(failure) {
  return failure?.name === "AbortError";
}

// Reads the error of an answer, which is JSON or, from queues, XML.
export async function refusalOf(answer) {
  const body = await answer.text();
  const code = answer.headers.get("x-ms-error-code") ?? "";
  return new Refused(answer.status, code, textOf(body), answer.headers.get("x-ms-request-id") ?? "");
}

function textOf(body) {
  const text = body.startsWith("<") ? xmlText(body) : jsonText(body);
  return text.replace(/\s*\nRequestId:[\s\S]*$/, "");
}

function jsonText(body) {
  try {
    return JSON.parse(body)["odata.error"].message.value;
  } catch {
    return body.slice(0, 300);
  }
}

function xmlText(body) {
  const document = new DOMParser().parseFromString(body.replace(/^\uFEFF/, ""), "application/xml");
  return document.querySelector("Message")?.textContent ?? "";
}

// Sends requests of one account to the service that served this page.

import { Locked, Refused, Unreachable, isAbort, refusalOf } from "./failure.js";

const VERSION = "2019-02-02";
const READS = new Set(["GET", "HEAD"]);

export class Client {
  #credential;
  #isUnlocked;
  #observe;
  // Milliseconds by which the service's clock is ahead of the browser's. A signature must be of the service's present.
  #skew = 0;

  // isUnlocked: whether requests that write may be sent. observe: called after each request with its failure, if any.
  constructor(credential, isUnlocked, observe) {
    this.#credential = credential;
    this.#isUnlocked = isUnlocked;
    this.#observe = observe;
  }

  get account() {
    return this.#credential.account;
  }

  get kind() {
    return this.#credential.kind;
  }

  // Returns the answer if it is a success. body: a text, or a file that is sent as it is read. path follows the account and is percent-encoded.
  async send(request) {
    if (!READS.has(request.method ?? "GET") && !this.#isUnlocked()) {
      throw new Locked();
    }
    try {
      const answer = await this.#answerTo(request);
      this.#observe();
      return answer;
    } catch (failure) {
      if (!isAbort(failure)) {
        this.#observe(failure);
      }
      throw failure;
    }
  }

  async json(request) {
    const answer = await this.send({ ...request, headers: { Accept: "application/json", ...request.headers } });
    return answer.json();
  }

  async #answerTo(request) {
    const answer = await this.#fetch(request);
    if (answer.ok) {
      return answer;
    }
    const refusal = await refusalOf(answer);
    if (/dateWithin/.test(refusal.message)) {
      const again = await this.#fetch(request);
      if (again.ok) {
        return again;
      }
      throw await refusalOf(again);
    }
    throw refusal;
  }

  async #fetch({ method = "GET", path = "", query = {}, headers = {}, body, signal }) {
    const url = new URL(`/${this.account}${path}`, location.origin);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== "") {
        url.searchParams.set(name, value);
      }
    }
    const all = new Headers({ "x-ms-version": VERSION, "x-ms-date": new Date(Date.now() + this.#skew).toUTCString(), ...headers });
    const content = typeof body === "string" ? new TextEncoder().encode(body) : body;
    await this.#credential.authorize({ method, url, headers: all, length: content?.length ?? content?.size ?? 0 });
    const answer = await reach(url, { method, headers: all, body: content, signal });
    const date = Date.parse(answer.headers.get("Date") ?? "");
    if (!Number.isNaN(date) && Math.abs(date - Date.now()) > 60_000) {
      this.#skew = date - Date.now();
    }
    return answer;
  }
}

// Reads a page that requires no credentials: /health/ready, /metrics. Returns status and text.
export async function publicPage(path, signal) {
  const answer = await reach(new URL(path, location.origin), { signal });
  return { status: answer.status, text: await answer.text() };
}

async function reach(url, options) {
  try {
    return await fetch(url, { credentials: "omit", cache: "no-store", redirect: "error", ...options });
  } catch (failure) {
    throw isAbort(failure) ? failure : new Unreachable();
  }
}

export { Refused };

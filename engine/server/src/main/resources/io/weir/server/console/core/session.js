// The state of the session: client, lock, connection. It is held in memory, so a reload forgets it.

import { Client, publicPage } from "../protocol/client.js";
import { Unreachable } from "../protocol/failure.js";
import { store } from "./store.js";

const RETRY_MILLIS = 2000;

// The port that served this page: {service: "tables" or "queues", queuePort}.
export const service = store(undefined);

// {client, unlocked}; no client before the sign-in.
export const session = store({ client: undefined, unlocked: false });

// state: answers, unreachable or refused. returns: how often the service has come back.
export const connection = store({ state: "answers", failure: undefined, returns: 0 });

export async function loadService() {
  const { status, text } = await publicPage("/console/service.json");
  if (status !== 200) {
    throw new Unreachable();
  }
  service.set(JSON.parse(text));
}

// Signs in after the service has accepted the credential once. Fails as the service does.
export async function signIn(credential) {
  const client = new Client(credential, () => session.get().unlocked, observe);
  await probe(client);
  const sameAccount = session.get().client?.account === client.account;
  session.set({ client, unlocked: sameAccount && session.get().unlocked });
  connection.update({ state: "answers", failure: undefined });
}

// A signature that may not list is accepted too: it may be valid for one table.
async function probe(client) {
  const request = service.get().service === "queues" ? { path: "", query: { comp: "list", maxresults: 1 } } : { path: "/Tables", query: { $top: 1 } };
  try {
    await client.send({ headers: { Accept: "application/json;odata=nometadata" }, ...request });
  } catch (failure) {
    if (failure.status !== 403 || failure.isUnauthenticated) {
      throw failure;
    }
  }
}

export function signOut() {
  session.set({ client: undefined, unlocked: false });
  connection.update({ state: "answers", failure: undefined });
}

export function unlock(unlocked) {
  session.update({ unlocked });
}

function observe(failure) {
  if (failure instanceof Unreachable) {
    awaitReturn(failure);
  } else if (failure?.isUnauthenticated && session.get().client) {
    connection.update({ state: "refused", failure });
  } else if (connection.get().state === "refused" && failure === undefined) {
    connection.update({ state: "answers", failure: undefined });
  }
}

let waiting = false;

export async function awaitReturn(failure) {
  connection.update({ state: "unreachable", failure });
  if (waiting) {
    return;
  }
  waiting = true;
  do {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MILLIS));
  } while (!(await answersNow()));
  waiting = false;
  connection.set({ state: "answers", failure: undefined, returns: connection.get().returns + 1 });
}

async function answersNow() {
  try {
    await publicPage("/health");
    return true;
  } catch {
    return false;
  }
}

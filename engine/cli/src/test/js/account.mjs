// The development account as the public client sees it, and assertions that many checks share.

import assert from "node:assert/strict";
import { createHmac, randomBytes } from "node:crypto";
import { AzureNamedKeyCredential, TableClient, TableServiceClient } from "@azure/data-tables";

export const endpoint = process.env.WEIR_SDK_ENDPOINT;
export const credential = new AzureNamedKeyCredential(
  "devstoreaccount1",
  "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
);

// The client does not retry, so each answer is the first one.
export const options = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };

export function service() {
  return new TableServiceClient(endpoint, credential, options);
}

export function tableNamed(name) {
  return new TableClient(endpoint, name, credential, options);
}

// Returns a name that no table has.
export function freeName() {
  return `Js${randomBytes(8).toString("hex")}`;
}

// Creates a table that holds these entities.
export async function table(...entities) {
  const client = tableNamed(freeName());
  await client.createTable();
  for (const entity of entities) {
    await client.createEntity(entity);
  }
  return client;
}

// Declares an index, which the package cannot, and waits until queries use it.
export async function declareIndex(name, index, definition) {
  const address = `${endpoint}/${name}?comp=index&name=${index}`;
  const made = await fetch(address, {
    method: "PUT",
    headers: { ...signed(name), "Content-Type": "application/json" },
    body: JSON.stringify(definition),
  });
  assert.equal(made.status, 201, await made.text());
  for (;;) {
    const status = await (await fetch(address, { headers: signed(name) })).json();
    if (status.state === "readable") {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

// Signs a request with ?comp=index by the short form of the account's key.
function signed(name) {
  const date = new Date().toUTCString();
  const resource = `/devstoreaccount1${new URL(endpoint).pathname}/${name}?comp=index`;
  const signature = createHmac("sha256", Buffer.from(credential.key, "base64"))
    .update(`${date}\n${resource}`)
    .digest("base64");
  return {
    "x-ms-date": date,
    Authorization: `SharedKeyLite devstoreaccount1:${signature}`,
    Accept: "application/json",
  };
}

export async function all(iterator) {
  const items = [];
  for await (const item of iterator) {
    items.push(item);
  }
  return items;
}

// Returns the RowKeys that a filter finds, in the order of the answer.
export async function rowsWhere(client, filter) {
  const found = await all(client.listEntities({ queryOptions: { filter } }));
  return found.map((entity) => entity.rowKey);
}

// Asserts that the service refuses with this status and this code of the protocol.
export async function refused(promise, status, code) {
  await assert.rejects(promise, (failure) => {
    assert.equal(failure.statusCode, status, failure.message);
    assert.equal(failure.details?.odataError?.code ?? failure.code, code);
    return true;
  });
}

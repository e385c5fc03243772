import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  AzureNamedKeyCredential,
  AzureSASCredential,
  TableClient,
  TableServiceClient,
  generateAccountSas,
  generateTableSas,
} from "@azure/data-tables";
import { all, credential, endpoint, freeName, options, refused, rowsWhere, table } from "./account.mjs";

const MINUTE = 60_000;
let client;

before(async () => {
  client = await table({ partitionKey: "b", rowKey: "1" }, { partitionKey: "d", rowKey: "1" });
});

function inAnHour() {
  return new Date(Date.now() + 60 * MINUTE);
}

function holder(values) {
  const token = generateTableSas(client.tableName, credential, { expiresOn: inAnHour(), ...values });
  return new TableClient(endpoint, client.tableName, new AzureSASCredential(token), options);
}

test("a query signature does not allow adding", async () => {
  const reader = holder({ permissions: { query: true } });
  assert.equal((await reader.getEntity("b", "1")).rowKey, "1");
  await refused(
    reader.createEntity({ partitionKey: "b", rowKey: "2" }),
    403,
    "AuthorizationPermissionMismatch",
  );
});

test("an add signature does not allow queries", async () => {
  const writer = holder({ permissions: { add: true } });
  await writer.createEntity({ partitionKey: "added", rowKey: "1" });
  await refused(writer.getEntity("b", "1"), 403, "AuthorizationPermissionMismatch");
});

test("an upsert requires permission to add and to update", async () => {
  const entity = { partitionKey: "b", rowKey: "1" };
  await holder({ permissions: { add: true, update: true } }).upsertEntity(entity);
  for (const permissions of [{ add: true }, { update: true }]) {
    await refused(holder({ permissions }).upsertEntity(entity), 403, "AuthorizationPermissionMismatch");
  }
});

test("a transaction within the permissions is carried out", async () => {
  const writer = holder({ permissions: { add: true } });
  await writer.submitTransaction([["create", { partitionKey: "x", rowKey: "1" }]]);
  await refused(
    writer.submitTransaction([["delete", { partitionKey: "x", rowKey: "1" }]]),
    403,
    "AuthorizationPermissionMismatch",
  );
});

test("a key range limits reads and writes", async () => {
  const bounded = holder({
    permissions: { query: true, add: true },
    startPartitionKey: "b",
    startRowKey: "",
    endPartitionKey: "c",
    endRowKey: "9",
  });
  assert.deepEqual(await rowsWhere(bounded, "true"), ["1"]);
  await bounded.createEntity({ partitionKey: "c", rowKey: "9" });
  await refused(bounded.createEntity({ partitionKey: "d", rowKey: "2" }), 403, "AuthorizationFailure");
});

test("a table signature cannot delete its table", async () => {
  const all = { query: true, add: true, update: true, delete: true };
  await refused(holder({ permissions: all }).deleteTable(), 403, "AuthorizationFailure");
});

test("a signature is valid only within its period", async () => {
  const permissions = { query: true };
  const past = new Date(Date.now() - MINUTE);
  await refused(holder({ permissions, expiresOn: past }).getEntity("b", "1"), 403, "AuthenticationFailed");
  const later = new Date(Date.now() + 30 * MINUTE);
  await refused(holder({ permissions, startsOn: later }).getEntity("b", "1"), 403, "AuthenticationFailed");
});

test("a request from another address is refused", async () => {
  const permissions = { query: true };
  await holder({ permissions, ipRange: { start: "127.0.0.1" } }).getEntity("b", "1");
  await refused(
    holder({ permissions, ipRange: { start: "10.1.2.3" } }).getEntity("b", "1"),
    403,
    "AuthorizationSourceIPMismatch",
  );
});

test("an account signature allows its operations only", async () => {
  const token = generateAccountSas(credential, {
    expiresOn: inAnHour(),
    permissions: { list: true, write: true },
    resourceTypes: "sco",
  });
  const service = new TableServiceClient(endpoint, new AzureSASCredential(token), options);
  const name = freeName();
  await service.createTable(name);
  assert.ok((await all(service.listTables())).some((item) => item.name === name));
  await refused(service.deleteTable(name), 403, "AuthorizationPermissionMismatch");
});

test("a wrong key is refused", () => {
  const wrong = new AzureNamedKeyCredential("devstoreaccount1", "d3Jvbmc=");
  const stranger = new TableClient(endpoint, client.tableName, wrong, options);
  return refused(stranger.getEntity("b", "1"), 403, "AuthenticationFailed");
});

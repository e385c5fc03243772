import assert from "node:assert/strict";
import { test } from "node:test";
import { odata } from "@azure/data-tables";
import { all, freeName, refused, service, table, tableNamed } from "./account.mjs";

async function names(filter) {
  const items = await all(service().listTables({ queryOptions: { filter } }));
  return items.map((item) => item.name);
}

test("a new table is listed", async () => {
  const client = await table();
  assert.ok((await names()).includes(client.tableName));
});

test("creating an existing table succeeds because the client ignores the conflict", async () => {
  const client = await table({ partitionKey: "p", rowKey: "r" });
  await service().createTable(client.tableName);
  assert.equal((await all(client.listEntities())).length, 1);
});

test("a table is deleted", async () => {
  const client = await table();
  await service().deleteTable(client.tableName);
  assert.ok(!(await names()).includes(client.tableName));
});

test("deleting an absent table succeeds", async () => {
  await service().deleteTable(freeName());
});

test("a table is found by its name", async () => {
  const client = await table();
  assert.deepEqual(await names(odata`TableName eq ${client.tableName}`), [client.tableName]);
});

test("a list of tables is paged", async () => {
  const prefix = freeName();
  for (let i = 0; i < 5; i++) {
    await service().createTable(`${prefix}x${i}`);
  }
  const filter = odata`TableName ge ${`${prefix}x`} and TableName lt ${`${prefix}y`}`;
  const pages = service().listTables({ queryOptions: { filter } }).byPage({ maxPageSize: 2 });
  assert.deepEqual((await all(pages)).map((page) => page.length), [2, 2, 1]);
});

test("a deleted table is gone with its entities", async () => {
  const client = await table({ partitionKey: "p", rowKey: "r" });
  await client.deleteTable();
  await refused(client.getEntity("p", "r"), 404, "TableNotFound");
  await client.createTable();
  assert.deepEqual(await all(client.listEntities()), []);
});

test("names that differ only in case are the same table", async () => {
  const client = await table({ partitionKey: "p", rowKey: "r" });
  const found = await tableNamed(client.tableName.toUpperCase()).getEntity("p", "r");
  assert.equal(found.rowKey, "r");
});

for (const [name, code] of [
  ["ab", "OutOfRangeInput"],
  ["1abc", "InvalidResourceName"],
  ["has-dash", "InvalidResourceName"],
]) {
  test(`the name ${name} is refused`, () => refused(service().createTable(name), 400, code));
}

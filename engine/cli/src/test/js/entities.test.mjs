import assert from "node:assert/strict";
import { before, test } from "node:test";
import { all, freeName, refused, table, tableNamed } from "./account.mjs";

let client;

before(async () => {
  client = await table();
});

function entity(rowKey, properties) {
  return { partitionKey: "p", rowKey, ...properties };
}

test("an entity cannot be inserted twice", async () => {
  await client.createEntity(entity("once", { a: 1 }));
  await refused(client.createEntity(entity("once", { a: 2 })), 409, "EntityAlreadyExists");
  assert.equal((await client.getEntity("p", "once")).a, 1);
});

test("an absent entity is not found", () =>
  refused(client.getEntity("p", "missing"), 404, "ResourceNotFound"));

test("writing to an absent table fails", () =>
  refused(tableNamed(freeName()).createEntity(entity("r")), 404, "TableNotFound"));

test("a merging upsert keeps other properties", async () => {
  await client.upsertEntity(entity("kept", { a: 1 }), "Merge");
  await client.upsertEntity(entity("kept", { b: 2 }), "Merge");
  const found = await client.getEntity("p", "kept");
  assert.deepEqual([found.a, found.b], [1, 2]);
});

test("a replacing upsert drops other properties", async () => {
  await client.upsertEntity(entity("dropped", { a: 1 }), "Replace");
  await client.upsertEntity(entity("dropped", { b: 2 }), "Replace");
  assert.ok(!("a" in (await client.getEntity("p", "dropped"))));
});

for (const mode of ["Merge", "Replace"]) {
  test(`${mode} of an absent entity fails`, () =>
    refused(client.updateEntity(entity("absent", { a: 1 }), mode), 404, "ResourceNotFound"));

  test(`${mode} requires the stored version`, async () => {
    const rowKey = `version${mode}`;
    const { etag } = await client.createEntity(entity(rowKey, { a: 1 }));
    assert.equal((await client.getEntity("p", rowKey)).etag, etag);
    await client.updateEntity(entity(rowKey, { a: 2 }), mode, { etag });
    await refused(
      client.updateEntity(entity(rowKey, { a: 3 }), mode, { etag }),
      412,
      "UpdateConditionNotSatisfied",
    );
    assert.equal((await client.getEntity("p", rowKey)).a, 2);
  });
}

test("a null in a merge keeps the stored value", async () => {
  await client.createEntity(entity("null", { a: 1 }));
  await client.updateEntity(entity("null", { a: null }), "Merge");
  assert.equal((await client.getEntity("p", "null")).a, 1);
});

test("a deleted entity is gone", async () => {
  await client.createEntity(entity("deleted"));
  await client.deleteEntity("p", "deleted");
  await refused(client.getEntity("p", "deleted"), 404, "ResourceNotFound");
});

test("deleting an absent entity fails", () =>
  refused(client.deleteEntity("p", "missing"), 404, "ResourceNotFound"));

test("a delete of an older version is refused", async () => {
  const { etag } = await client.createEntity(entity("guarded"));
  await client.upsertEntity(entity("guarded", { a: 1 }));
  await refused(client.deleteEntity("p", "guarded", { etag }), 412, "UpdateConditionNotSatisfied");
});

test("only selected properties are returned", async () => {
  await client.createEntity(entity("selected", { a: 1, b: 2 }));
  const found = await client.getEntity("p", "selected", { queryOptions: { select: ["a"] } });
  assert.deepEqual([found.a, "b" in found], [1, false]);
});

for (const [what, bad, code] of [
  ["a slash in a key", { partitionKey: "a/b", rowKey: "r" }, "OutOfRangeInput"],
  ["a key of 1025 characters", { partitionKey: "p", rowKey: "r".repeat(1025) }, "KeyValueTooLarge"],
  ["a text of more than 64 KiB", entity("t", { a: "x".repeat(32 * 1024 + 1) }), "PropertyValueTooLarge"],
  ["a name with a dash", entity("n", { "a-b": 1 }), "PropertyNameInvalid"],
  ["a name of 256 characters", entity("n", { ["n".repeat(256)]: 1 }), "PropertyNameTooLong"],
  [
    "253 properties",
    entity("m", Object.fromEntries(Array.from({ length: 253 }, (_, i) => [`a${i}`, i]))),
    "TooManyProperties",
  ],
  [
    "more than a megabyte",
    entity("l", Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`a${i}`, "x".repeat(32 * 1024)]))),
    "EntityTooLarge",
  ],
]) {
  test(`${what} is refused`, () => refused(client.createEntity(bad), 400, code));
}

test("pages follow each other in the order of keys", async () => {
  const own = await table();
  for (let first = 0; first < 1100; first += 100) {
    await own.submitTransaction(
      Array.from({ length: 100 }, (_, i) => [
        "create",
        entity(String(first + i).padStart(5, "0"), { n: first + i }),
      ]),
    );
  }
  const pages = await all(own.listEntities().byPage());
  assert.deepEqual(pages.map((page) => page.length), [1000, 100]);
  const small = await all(own.listEntities().byPage({ maxPageSize: 300 }));
  assert.deepEqual(small.map((page) => page.length), [300, 300, 300, 200]);
  assert.deepEqual(small.flat().map((e) => e.n), Array.from({ length: 1100 }, (_, i) => i));

  const first = await own.listEntities().byPage({ maxPageSize: 1000 }).next();
  const rest = own.listEntities().byPage({ continuationToken: first.value.continuationToken });
  assert.equal((await all(rest)).flat().length, 100);
});

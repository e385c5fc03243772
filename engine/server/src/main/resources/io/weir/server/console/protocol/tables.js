// Operations on tables and what belongs to them: indexes, expiry, consumers, advice.

import { consumerPath, tablePath } from "./names.js";

const JSON_BODY = { "Content-Type": "application/json" };

export const MOST_TABLES = 10_000;

// Returns the names of all tables, 10,000 at most, and whether there are more.
export async function listTables(client, signal) {
  const { found, more } = await tablePages(client, {}, signal);
  return { names: found.map((table) => table.TableName), more };
}

// Returns {tables, more}: each table is {name, indexes, expiry}, with null for no rule of expiry, or {name} if the service has left out its settings.
// Without the account's key the rules cannot be read; each table is {name, isRestricted} then.
export async function describeTables(client, signal) {
  try {
    const { found, more } = await tablePages(client, { comp: "settings" }, signal);
    return { tables: found, more };
  } catch (failure) {
    if (failure.status !== 403 || failure.isUnauthenticated) {
      throw failure;
    }
    const { names, more } = await listTables(client, signal);
    return { tables: names.map((name) => ({ name, isRestricted: true })), more };
  }
}

async function tablePages(client, query, signal) {
  const found = [];
  let next;
  do {
    const answer = await client.send({
      path: "/Tables",
      query: { ...query, NextTableName: next },
      headers: { Accept: "application/json;odata=nometadata" },
      signal,
    });
    found.push(...(await answer.json()).value);
    next = answer.headers.get("x-ms-continuation-NextTableName") ?? undefined;
  } while (next !== undefined && found.length < MOST_TABLES);
  return { found, more: next !== undefined };
}

export function createTable(client, name) {
  return client.send({
    method: "POST",
    path: "/Tables",
    headers: { ...JSON_BODY, Accept: "application/json;odata=nometadata", Prefer: "return-no-content" },
    body: JSON.stringify({ TableName: name }),
  });
}

export function dropTable(client, name) {
  return client.send({ method: "DELETE", path: `/Tables('${encodeURIComponent(name)}')` });
}

export async function countEntities(client, table, filter, signal) {
  const answer = await client.send({ path: `${tablePath(table)}()/$count`, query: { $filter: filter }, signal });
  return Number(await answer.text());
}

// Returns {Entities, Sum, Average, Least, Greatest} of a property of the entities that a filter selects, with null where there is none.
export async function sumUp(client, table, filter, name, signal) {
  const values = ["sum as Sum", "average as Average", "min as Least", "max as Greatest"].map((each) => `${name} with ${each}`);
  const query = { $apply: `aggregate(${["$count as Entities", ...values].join(",")})`, $filter: filter };
  const answer = await client.json({ path: `${tablePath(table)}()`, query, headers: { Accept: "application/json;odata=nometadata" }, signal });
  return answer.value[0];
}

export async function listIndexes(client, table, signal) {
  return (await client.json({ path: tablePath(table), query: { comp: "index" }, signal })).value;
}

export function createIndex(client, table, name, definition) {
  return client.send({
    method: "PUT",
    path: tablePath(table),
    query: { comp: "index", name },
    headers: JSON_BODY,
    body: JSON.stringify(definition),
  });
}

export function dropIndex(client, table, name) {
  return client.send({ method: "DELETE", path: tablePath(table), query: { comp: "index", name } });
}

// Returns the table's rule of expiry; null without one.
export async function readExpiry(client, table, signal) {
  try {
    return await client.json({ path: tablePath(table), query: { comp: "expiry" }, signal });
  } catch (failure) {
    if (failure.status === 404 && failure.code === "ResourceNotFound") {
      return null;
    }
    throw failure;
  }
}

export function setExpiry(client, table, rule) {
  return client.send({
    method: "PUT",
    path: tablePath(table),
    query: { comp: "expiry" },
    headers: JSON_BODY,
    body: JSON.stringify(rule),
  });
}

export function removeExpiry(client, table) {
  return client.send({ method: "DELETE", path: tablePath(table), query: { comp: "expiry" } });
}

export async function listConsumers(client, signal) {
  return (await client.json({ path: "/$consumers", signal })).value;
}

export function createConsumer(client, name, table, from) {
  return client.send({
    method: "PUT",
    path: consumerPath(name),
    headers: JSON_BODY,
    body: JSON.stringify(table ? { table, from } : { from }),
  });
}

export function resetConsumer(client, name, from) {
  return client.send({
    method: "POST",
    path: `${consumerPath(name)}/reset`,
    headers: JSON_BODY,
    body: JSON.stringify({ from }),
  });
}

export function deleteConsumer(client, name) {
  return client.send({ method: "DELETE", path: consumerPath(name) });
}

export function readAdvice(client, signal) {
  return client.json({ path: "/", query: { comp: "advice" }, signal });
}

// Reads and writes of entities, one by one and as streams.

import { Incomplete, Refused } from "./failure.js";
import { readJson } from "./json.js";
import { answerLines, lines } from "./lines.js";
import { entityPath, tablePath } from "./names.js";
import { matching } from "./search.js";

const NDJSON = "application/x-ndjson";
const ENTITY = { Accept: "application/json;odata=minimalmetadata" };
const WRITE = { ...ENTITY, "Content-Type": "application/json", Prefer: "return-no-content" };

// Yields the lines of a query's whole result. query: {filter, order, words, select}. Words are looked for in every property, so all are read.
export async function* streamEntities(client, table, query, signal) {
  const answer = await client.send({
    path: `${tablePath(table)}()`,
    query: { $filter: query.filter, $orderby: query.order, $select: query.words ? undefined : query.select, resume: query.resume },
    headers: { Accept: NDJSON },
    signal,
  });
  yield* matching(answerLines(answer.body), query.words);
}

// Yields every line of a result, across the limits by which the service may divide it. Reports of progress are left out.
export async function* wholeResult(client, table, query, signal) {
  let resume;
  do {
    let next;
    for await (const line of streamEntities(client, table, { ...query, resume }, signal)) {
      const { $more, $progress, $tested } = line.value;
      next = $more?.resume;
      if ($more === undefined && $progress === undefined && $tested === undefined) {
        yield line;
      }
    }
    resume = next;
  } while (resume !== undefined);
}

// Returns how the service answers a filter: {path, index, ranges, unused}. It is asked for one entity, so what it counts is not the query's.
export async function explain(client, table, query, signal) {
  const answer = await client.send({
    path: `${tablePath(table)}()`,
    query: { $filter: query.filter, $orderby: query.order, $top: 1, $select: "RowKey" },
    headers: { ...ENTITY, "x-weir-explain": "true" },
    signal,
  });
  await answer.text();
  const unused = (answer.headers.get("x-weir-unused-indexes") ?? "").split(",").filter(Boolean).map(unusedIndex);
  const words = (answer.headers.get("x-weir-plan") ?? "").split(" ").map((word) => word.split("="));
  const { path, index, ranges } = Object.fromEntries(words);
  return { path, index, ranges: Number(ranges), unused };
}

// Reads "byAge=sparse:Age".
function unusedIndex(text) {
  const [name, reason, property] = text.split(/[=:]/);
  return { name, reason, property: property && decodeURIComponent(property.replaceAll("+", " ")) };
}

export async function readEntity(client, table, partitionKey, rowKey, signal) {
  const answer = await client.send({ path: entityPath(table, partitionKey, rowKey), headers: ENTITY, signal });
  return readJson(await answer.text());
}

export function insertEntity(client, table, body) {
  return client.send({ method: "POST", path: tablePath(table), headers: WRITE, body });
}

// Replaces the version that the tag names. Returns the tag of the new version.
export async function replaceEntity(client, table, partitionKey, rowKey, etag, body) {
  const answer = await client.send({
    method: "PUT",
    path: entityPath(table, partitionKey, rowKey),
    headers: { ...WRITE, "If-Match": etag },
    body,
  });
  return answer.headers.get("ETag");
}

export function deleteEntity(client, table, partitionKey, rowKey, etag) {
  return client.send({
    method: "DELETE",
    path: entityPath(table, partitionKey, rowKey),
    headers: { ...ENTITY, "If-Match": etag },
  });
}

// Deletes entities by their keys in one request. Returns {deleted, absent}. Any other refusal is a failure, after the rest was done.
export async function deleteAll(client, table, keys, signal) {
  const body = keys.map(({ PartitionKey, RowKey }) => `${JSON.stringify({ $op: "delete", PartitionKey, RowKey })}\n`).join("");
  const answer = await client.send({
    method: "POST",
    path: `${tablePath(table)}/$bulk`,
    headers: { "Content-Type": NDJSON, Accept: NDJSON },
    body,
    signal,
  });
  let absent = 0;
  let refusal;
  for await (const { value } of lines(answer.body)) {
    if (value.$end && refusal === undefined) {
      return { deleted: value.$end.done, absent };
    }
    if (value.$error?.code === "ResourceNotFound" && value.$error.n !== undefined) {
      absent++;
    } else if (value.$error) {
      refusal ??= new Refused(0, value.$error.code, value.$error.message);
    }
  }
  throw refusal ?? new Incomplete();
}

// Yields {text, value} of each line of a change feed until it is cancelled or the service ends it. table may be empty: all tables.
export async function* streamChanges(client, table, from, filter, signal) {
  const answer = await client.send({
    path: `${table ? tablePath(table) : ""}/$changes`,
    query: { from, $filter: filter },
    headers: { Accept: NDJSON },
    signal,
  });
  for await (const line of lines(answer.body)) {
    if (line.value.$error) {
      throw new Refused(0, line.value.$error.code, line.value.$error.message);
    }
    yield line;
  }
}

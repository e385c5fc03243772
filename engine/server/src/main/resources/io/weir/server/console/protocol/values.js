// Large values of an entity: of any size, stored and read as streams.

import { wholeResult } from "./entities.js";
import { literal } from "./edm.js";
import { entityPath } from "./names.js";

const SELECTED = "RowKey,ContentLength,ContentType,Generation";
const ESCAPED = [" ", "!", '"'];

function valuePath(table, row, name) {
  return `${entityPath(table, row.PartitionKey, row.RowKey)}/$value/${encodeURIComponent(name)}`;
}

// Returns {name, length, type, etag} of each value. A value lies in a row of the same partition: the entity's row key, !, and its name.
export async function listValues(client, table, row, signal) {
  const prefix = `${row.RowKey}!`;
  const filter = [
    `PartitionKey eq ${literal("String", row.PartitionKey)}`,
    `RowKey gt ${literal("String", prefix)}`,
    `RowKey lt ${literal("String", `${row.RowKey}"`)}`,
    "ContentLength ge 0L",
  ].join(" and ");
  const found = [];
  for await (const { value } of wholeResult(client, table, { filter, select: SELECTED }, signal)) {
    if (value.RowKey?.startsWith(prefix) && value.Generation) {
      found.push({ name: unescaped(value.RowKey.slice(prefix.length)), length: Number(value.ContentLength), type: value.ContentType ?? "", etag: value["odata.etag"] });
    }
  }
  return found;
}

function unescaped(text) {
  return text.replace(/"([0-2])/g, (_, code) => ESCAPED[Number(code)]);
}

// Stores a file as a value. replaced: the listed value in whose place it is stored; without one, the name must be free.
// Fails with 412 if another value has the name by then.
export function putValue(client, table, row, name, file, replaced, signal) {
  const condition = replaced ? { "If-Match": replaced.etag } : { "If-None-Match": "*" };
  const headers = { "Content-Type": file.type || "application/octet-stream", ...condition };
  return client.send({ method: "PUT", path: valuePath(table, row, name), headers, body: file, signal });
}

// Yields the pieces of a value as they arrive. Fails unless it is whole.
export async function* readValue(client, table, row, name, signal) {
  const answer = await client.send({ path: valuePath(table, row, name), signal });
  const reader = answer.body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    yield piece.value;
  }
}

export function deleteValue(client, table, row, name) {
  return client.send({ method: "DELETE", path: valuePath(table, row, name) });
}

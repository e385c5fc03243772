// Sorts the rows that the page holds by any property. Types have the order that they have in an index of the service; rows without the
// property come last in both directions.

import { useRef } from "../vendor/preact-htm.js";
import { textOf, typeOf } from "../protocol/edm.js";

const RANKS = ["Boolean", "Number", "DateTime", "Guid", "String", "Binary"];

// A number may be compared with a BigInt, and the comparison is exact.
const KEYS = {
  Boolean: (text) => ["Boolean", Number(text === "true")],
  Int32: (text) => ["Number", Number(text)],
  Double: (text) => ["Number", Number(text)],
  Int64: (text) => ["Number", BigInt(text)],
  DateTime: (text) => ["DateTime", text.replace("Z", "")],
  Guid: (text) => ["Guid", text.toLowerCase()],
  Binary: (text) => ["Binary", atob(text)],
};

// Returns the rows in the order of a property. Equal rows stay in their order.
export function sortedRows(rows, { name, descending }) {
  const found = [];
  const missing = [];
  for (const row of rows) {
    if (row[name] === undefined || row[name] === null) {
      missing.push(row);
    } else {
      found.push({ row, key: keyOf(row, name) });
    }
  }
  found.sort((one, other) => (descending ? compare(other.key, one.key) : compare(one.key, other.key)));
  return [...found.map(({ row }) => row), ...missing];
}

// Texts compare by their UTF-16 units.
function keyOf(row, name) {
  const text = textOf(row, name);
  const [kind, value] = KEYS[typeOf(row, name)]?.(text) ?? ["String", text];
  return { rank: RANKS.indexOf(kind), isNaN: Number.isNaN(value), value };
}

function compare(one, other) {
  if (one.rank !== other.rank) {
    return one.rank - other.rank;
  }
  if (one.isNaN || other.isNaN) {
    return Number(one.isNaN) - Number(other.isNaN);
  }
  return one.value < other.value ? -1 : one.value > other.value ? 1 : 0;
}

// Returns the rows of a feed, sorted if a sort is given. Rows that arrive are sorted in when the feed rests, not one by one.
export function useSorted(feed, sort) {
  const kept = useRef({});
  if (!feed || !sort) {
    return feed?.rows ?? [];
  }
  const { current } = kept;
  if (current.feed !== feed || current.sort !== sort || current.read !== feed.rows || (feed.state !== "reading" && current.from !== feed.rows.length)) {
    kept.current = { feed, sort, read: feed.rows, from: feed.rows.length, rows: sortedRows(feed.rows, sort) };
  }
  return kept.current.rows;
}

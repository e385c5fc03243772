// The eight types of the protocol: how each is written in JSON, typed in by a person, and checked.

const INT64_MAX = 2n ** 63n;
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
// A date, or a date and a time with at most nine digits of a second; UTC without an offset. An import takes the same texts.
const DATE = /^(\d{4})-(\d\d)-(\d\d)/;
const TIME = /^[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-7]):[0-5]\d)?$/;
const FIRST_YEAR = 1601;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export const TYPES = ["String", "Int32", "Int64", "Double", "Boolean", "DateTime", "Guid", "Binary"];
export const SYSTEM = ["PartitionKey", "RowKey", "Timestamp"];

// Returns the type of a property of an entity in JSON.
export function typeOf(entity, name) {
  const annotation = entity[`${name}@odata.type`];
  if (annotation) {
    return annotation.replace("Edm.", "");
  }
  if (name === "Timestamp") {
    return "DateTime";
  }
  switch (typeof entity[name]) {
    case "boolean":
      return "Boolean";
    case "number":
      return Number.isInteger(entity[name]) ? "Int32" : "Double";
    default:
      return "String";
  }
}

// Returns the names of an entity's properties, without annotations.
export function namesOf(entity) {
  return Object.keys(entity).filter((name) => !name.includes("@") && !name.startsWith("odata."));
}

export function etagOf(entity) {
  return entity["odata.etag"];
}

// Returns a property as text that parse reads.
export function textOf(entity, name) {
  const value = entity[name];
  return value === undefined || value === null ? "" : String(value);
}

// Returns {name, type, text} for each property that a person may change.
export function fieldsOf(entity) {
  return namesOf(entity)
    .filter((name) => !SYSTEM.includes(name))
    .map((name) => ({ name, type: typeOf(entity, name), text: textOf(entity, name) }));
}

// Returns why a text is no value of the type; empty if it is one.
export function fault(type, text) {
  switch (type) {
    case "Int32":
      return integerFault(text, 2n ** 31n);
    case "Int64":
      return integerFault(text, INT64_MAX);
    case "Double":
      return /^(NaN|-?Infinity)$/.test(text) || (text.trim() !== "" && Number.isFinite(Number(text))) ? "" : "a number, NaN, Infinity or -Infinity";
    case "Boolean":
      return text === "true" || text === "false" ? "" : "true or false";
    case "DateTime":
      return isMoment(text) ? "" : "a date, or a moment such as 2026-01-02T03:04:05Z";
    case "Guid":
      return GUID.test(text) ? "" : "a GUID such as 6fa459ea-ee8a-4ca4-894e-db77e160355e";
    case "Binary":
      return BASE64.test(text) ? "" : "bytes in Base64";
    default:
      return "";
  }
}

function isMoment(text) {
  const [date, year, month, day] = DATE.exec(text) ?? [];
  if (date === undefined || year < FIRST_YEAR || (date !== text && !TIME.test(text.slice(date.length)))) {
    return false;
  }
  const known = new Date(Date.UTC(year, month - 1, day));
  return known.getUTCMonth() === month - 1 && known.getUTCDate() === Number(day);
}

function integerFault(text, bound) {
  if (!/^[+-]?\d+$/.test(text)) {
    return "a whole number";
  }
  const value = BigInt(text.replace("+", ""));
  return value >= -bound && value < bound ? "" : `a whole number from ${-bound} to ${bound - 1n}`;
}

// Returns the JSON of an entity. Fails on a text that is no value of its type.
export function entityJson(partitionKey, rowKey, fields) {
  const members = [`"PartitionKey":${JSON.stringify(partitionKey)}`, `"RowKey":${JSON.stringify(rowKey)}`];
  for (const { name, type, text } of fields) {
    members.push(...membersOf(name, type, text));
  }
  return `{${members.join(",")}}`;
}

// Returns the members of a property in JSON: its type where that does not show, and its value. Fails on a text that is no value of the type.
export function membersOf(name, type, text) {
  const wrong = fault(type, text);
  if (wrong) {
    throw new Error(`${name} is not ${wrong}.`);
  }
  return checkedMembers(name, type, text);
}

// The text of a number is written as it is: a JavaScript number would round it.
function checkedMembers(name, type, text) {
  const quoted = JSON.stringify(name);
  switch (type) {
    case "Int32":
      return [`${quoted}:${BigInt(text.replace("+", ""))}`];
    case "Boolean":
      return [`${quoted}:${text}`];
    case "String":
      return [`${quoted}:${JSON.stringify(text)}`];
    case "Double":
      return [`"${name}@odata.type":"Edm.Double"`, `${quoted}:${doubleJson(text)}`];
    case "DateTime":
      return [`"${name}@odata.type":"Edm.DateTime"`, `${quoted}:${JSON.stringify(text.includes(":") ? text.replace(" ", "T") : `${text}T00:00:00Z`)}`];
    default:
      return [`"${name}@odata.type":"Edm.${type}"`, `${quoted}:${JSON.stringify(text.replace(/^\+/, ""))}`];
  }
}

function doubleJson(text) {
  return /^(NaN|-?Infinity)$/.test(text) ? JSON.stringify(text) : String(Number(text));
}

// Returns a value as a literal of a filter.
export function literal(type, text) {
  switch (type) {
    case "String":
      return `'${text.replaceAll("'", "''")}'`;
    case "Int64":
      return `${text}L`;
    case "DateTime":
      return `datetime'${text}'`;
    case "Guid":
      return `guid'${text}'`;
    case "Binary":
      return `X'${[...atob(text)].map((unit) => unit.charCodeAt(0).toString(16).padStart(2, "0")).join("")}'`;
    case "Double":
      return text.replace("Infinity", "INF");
    default:
      return text;
  }
}

// Changes in place: the service computes the new values where the entity is stored. A change has a token, so a repeat of it counts once.

import { entityJson, membersOf } from "./edm.js";
import { OutcomeUnknown, Refused, Unreachable } from "./failure.js";
import { entityPath } from "./names.js";
import { refusalInWords } from "./refused-change.js";

const WRITE = { Accept: "application/json;odata=minimalmetadata", "Content-Type": "application/json" };

// The service surely remembers a token for longer.
const REPEAT_MILLIS = 60_000;
const PAUSE_MILLIS = 1000;

// The codes of the evaluation. No proxy and no check of the request has them.
const OF_EVALUATION = new Set([
  "ResourceNotFound",
  "EntityAlreadyExists",
  "UniqueIndexViolation",
  "ChangeTokenReused",
  "UpdateConditionNotSatisfied",
  "InvalidValueType",
  "OutOfRangeInput",
  "PropertyValueTooLarge",
  "TooManyProperties",
  "EntityTooLarge",
]);

const NUMBERS = ["Int32", "Int64", "Double"];
const ALL = ["String", ...NUMBERS, "Boolean", "DateTime", "Guid", "Binary"];

// By their names in the protocol: the types of values that an operation takes, and whether it is, or may be, about a list in a text.
export const OPERATIONS = {
  add: { title: "add", types: NUMBERS },
  min: { title: "min", types: [...NUMBERS, "DateTime"] },
  max: { title: "max", types: [...NUMBERS, "DateTime"] },
  append: { title: "append", types: ["String", "Binary"], list: "perhaps" },
  removeFrom: { title: "remove from", types: ["String"], list: "always" },
  setIfAbsent: { title: "set if absent", types: ALL },
  set: { title: "set", types: ALL },
  remove: { title: "remove", types: [] },
};

// Changes an entity. change: {operations, condition, defaults}; see changeJson. If it is not known whether a sending has arrived, the same one
// is sent again, for a minute in all. onRepeat is called before each repeat. Fails with OutcomeUnknown if that tells nothing either.
export async function changeEntity(client, table, keys, change, { signal, onRepeat }) {
  const body = changeJson(keys, change, freshToken());
  const request = { method: "PATCH", path: entityPath(table, keys.partitionKey, keys.rowKey), headers: WRITE, body };
  const end = performance.now() + REPEAT_MILLIS;
  let isOpen = false;
  for (;;) {
    try {
      await client.send({ ...request, signal: AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, end - performance.now()))]) });
      return;
    } catch (failure) {
      isOpen ||= leavesOpen(failure);
      if (!isOpen || isEvaluated(failure)) {
        throw refusalInWords(failure);
      }
      if (!mayPass(failure) || performance.now() + PAUSE_MILLIS >= end) {
        throw new OutcomeUnknown(failure);
      }
    }
    await pause(signal);
    onRepeat();
  }
}

// Whether a sending that failed so may have been carried out.
function leavesOpen(failure) {
  return failure instanceof Unreachable || (failure.status >= 500 && failure.status !== 501 && failure.status !== 503);
}

// A service that starts, or is busy, answers 503 to a repeat.
function mayPass(failure) {
  return leavesOpen(failure) || failure.status === 503;
}

// Whether the service has looked at the entity, and so has not carried the change out before. Other refusals, also of the same status, may
// come before the look-up of the token: from a proxy, or for a table that is gone by now.
function isEvaluated(failure) {
  return failure instanceof Refused && OF_EVALUATION.has(failure.code);
}

function pause(signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE_MILLIS);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

// Returns a random UUID. crypto.randomUUID is there over TLS and on loopback addresses only.
function freshToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return Array.from(bytes, (byte, at) => ([4, 6, 8, 10].includes(at) ? "-" : "") + byte.toString(16).padStart(2, "0")).join("");
}

// Returns the body of a change. operations: {name, operation, type, text, separator} each. condition: a filter, or nothing. defaults: the
// fields that the entity begins with if none is stored; nothing if that is to be refused. Fails for what the service would not understand.
export function changeJson({ partitionKey, rowKey }, { operations, condition, defaults }, token) {
  const twice = operations.find(({ name }, at) => operations.findIndex((other) => other.name === name) < at);
  if (twice) {
    throw new Error(`${twice.name} has two operations. A change has one for each property.`);
  }
  const members = operations.flatMap(operationMembers);
  if (condition?.trim()) {
    members.push(text("weir.when", condition.trim()));
  }
  if (defaults) {
    members.push(text("weir.create", entityJson(partitionKey, rowKey, defaults)));
  }
  return `{${[...members, text("weir.token", token)].join(",")}}`;
}

function operationMembers({ name, operation, type, text: value, separator }) {
  const { title, types, list } = OPERATIONS[operation];
  if (name === "") {
    throw new Error(`Name the property of “${title}”.`);
  }
  if (list === "always" && !separator) {
    throw new Error(`${name}: name the separator between the elements of the list.`);
  }
  const spelled = list && separator ? `${operation}(${separator})` : operation;
  return [...(types.length > 0 ? membersOf(name, type, value) : []), text(`${name}@weir.change`, spelled)];
}

function text(name, value) {
  return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
}

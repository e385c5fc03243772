// The search for a part of a text in any text property. The service has no test of all properties, so each entity is tested as it arrives.

import { namesOf, textOf, typeOf } from "./edm.js";

// After so long the search says how many entities it has tested, and the page draws and takes what a person does.
const TURN_MILLIS = 30;

// Yields the lines of a stream without the entities that have the words in no text property, in any case, and lines {$tested: number} now and
// then. Without words it yields all lines of the stream, and no other.
export async function* matching(lines, words = "") {
  const wanted = words.trim().toLowerCase();
  yield* wanted === "" ? lines : found(lines, wanted);
}

async function* found(lines, wanted) {
  let began = performance.now();
  let tested = 0;
  for await (const line of lines) {
    if (isControl(line.value) || (++tested && hasText(line.value, wanted))) {
      yield line;
    }
    if (performance.now() - began > TURN_MILLIS) {
      yield { text: "", value: { $tested: tested } };
      await new Promise((resolve) => setTimeout(resolve));
      began = performance.now();
    }
  }
}

// No property begins with a dollar sign.
function isControl(value) {
  return Object.keys(value)[0]?.startsWith("$") ?? false;
}

function hasText(entity, wanted) {
  return namesOf(entity).some((name) => typeOf(entity, name) === "String" && textOf(entity, name).toLowerCase().includes(wanted));
}

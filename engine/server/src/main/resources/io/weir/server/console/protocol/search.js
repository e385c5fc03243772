// The search for a part of a text in any text property. The service has no test of all properties, so each entity is tested as it arrives.

import { namesOf, textOf, typeOf } from "./edm.js";

// Yields the lines of a stream without the entities that have the words in no text property, in any case. Without words it yields all.
export async function* matching(lines, words = "") {
  const wanted = words.trim().toLowerCase();
  for await (const line of lines) {
    if (wanted === "" || isControl(line.value) || hasText(line.value, wanted)) {
      yield line;
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

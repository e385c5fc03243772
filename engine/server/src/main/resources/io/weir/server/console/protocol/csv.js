// Entities as comma-separated values. Source: RFC 4180.

import { namesOf, textOf } from "./edm.js";

export function csvLine(cells) {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

// An absent property is an empty cell, and an empty text is a quoted one.
function csvCell(text) {
  if (text === undefined) {
    return "";
  }
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// names: a set. Fails for an entity that has another property: its column would be missing.
export function csvRow(entity, names) {
  const unknown = namesOf(entity).find((name) => !names.has(name));
  if (unknown !== undefined) {
    throw new Error(`The property ${unknown} has come while the table was read. Export again.`);
  }
  return csvLine([...names].map((name) => (entity[name] === undefined ? undefined : textOf(entity, name))));
}

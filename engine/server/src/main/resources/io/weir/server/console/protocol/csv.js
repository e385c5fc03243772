// Entities as comma-separated values. Source: RFC 4180.

import { textOf } from "./edm.js";

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

export function csvRow(entity, names) {
  return csvLine(names.map((name) => (entity[name] === undefined ? undefined : textOf(entity, name))));
}

// Completions of a filter at the cursor.

import { tokensOf } from "./lexer.js";
import { OPERATORS, TESTS, VALUES } from "./parser.js";

const MOST = 12;
const EXAMPLES = {
  String: ["''"],
  Int32: ["0"],
  Int64: ["0L"],
  Double: ["0.0"],
  Boolean: ["true", "false"],
  DateTime: [],
  Guid: ["guid'00000000-0000-0000-0000-000000000000'"],
  Binary: ["X'00'"],
};

// Returns {from, to, items}, where each item {text, note} may replace the text between from and to.
// columns: the types of known properties by name.
export function completionAt(filter, cursor, columns) {
  const tokens = tokensOf(filter.slice(0, cursor));
  const last = tokens.at(-1);
  const isOpen = last?.kind === "fault" && last.at !== undefined;
  const typing = last?.kind === "word" && last.end === cursor ? last : undefined;
  const before = typing ? tokens.slice(0, -1) : tokens;
  const prefix = typing?.text ?? "";
  const from = typing?.start ?? cursor;
  const items = isOpen ? [] : candidates(before, columns).filter(({ text }) => isMatch(text, prefix));
  return { from, to: cursor, items: items.slice(0, MOST) };
}

function isMatch(text, prefix) {
  return text !== prefix && text.toLowerCase().startsWith(prefix.toLowerCase());
}

function candidates(before, columns) {
  const last = before.at(-1);
  const previous = before.at(-2);
  if (last?.kind === "word" && OPERATORS.includes(last.text)) {
    return literals(columns.get(previous?.text) ?? "String");
  }
  if (isConditionEnd(before)) {
    return [note("and", "both"), note("or", "either")];
  }
  if (last?.kind === "word" && !["and", "or", "not"].includes(last.text)) {
    const operators = OPERATORS.map((operator) => note(operator, MEANINGS[operator]));
    return columns.get(last.text) === "Boolean" ? [...operators, note("and", "both"), note("or", "either")] : operators;
  }
  const isArgument = last?.kind === "open" && [...TESTS, ...VALUES].includes(previous?.text);
  const names = [...columns].map(([name, type]) => note(name, type));
  return isArgument ? names : [...names, note("not", "negation"), ...TESTS.slice(0, 3).map(call), ...VALUES.map(call)];
}

const MEANINGS = { eq: "equal", ne: "not equal", gt: "greater", ge: "greater or equal", lt: "less", le: "less or equal" };

function isConditionEnd(before) {
  const last = before.at(-1);
  if (last?.kind === "close") {
    return !VALUES.includes(before.at(-4)?.text);
  }
  return ["text", "number", "constant"].includes(last?.kind) && before.at(-2)?.kind === "word" && OPERATORS.includes(before.at(-2).text);
}

function literals(type) {
  const now = new Date().toISOString().slice(0, 19);
  const texts = type === "DateTime" ? [`datetime'${now}Z'`] : (EXAMPLES[type] ?? []);
  return texts.map((text) => note(text, type));
}

function note(text, remark) {
  return { text, note: remark };
}

function call(name) {
  return { text: `${name}(`, note: "function" };
}

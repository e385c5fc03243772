// Splits a filter into tokens {kind, text, start, end}. The service's own lexer decides; this one is for colours, completion and early errors.

const WORD = /[\p{ID_Start}_][\p{ID_Continue}_]*/uy;
const NUMBER = /[^(),'\s]+/y;
const NUMERIC = /^(?:[+-]?\d+L?|[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|-INF)$/;
const CONSTANT = /^(?:true|false)$/i;
const TYPED = new Set(["datetime", "guid", "X", "binary"]);
const MARKS = { "(": "open", ")": "close", ",": "comma" };

// kind: word, text, number, constant, open, close, comma; or fault, with what was expected.
export function tokensOf(filter) {
  const tokens = [];
  let at = 0;
  while (at < filter.length) {
    if (/\s/.test(filter[at])) {
      at++;
      continue;
    }
    const token = tokenAt(filter, at);
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function tokenAt(filter, start) {
  const mark = MARKS[filter[start]];
  if (mark) {
    return { kind: mark, text: filter[start], start, end: start + 1 };
  }
  if (filter[start] === "'") {
    return quotedAt(filter, start, start);
  }
  const word = match(WORD, filter, start);
  if (word) {
    return wordAt(filter, start, word);
  }
  const text = match(NUMBER, filter, start);
  const kind = NUMERIC.test(text) ? "number" : "fault";
  return { kind, text, start, end: start + text.length, expected: "a property or a literal" };
}

function wordAt(filter, start, word) {
  const end = start + word.length;
  if (filter[end] === "'") {
    const typed = quotedAt(filter, start, end);
    return TYPED.has(word) || typed.kind === "fault" ? typed : { ...typed, kind: "fault", expected: "datetime, guid or X before a quotation mark" };
  }
  const isConstant = CONSTANT.test(word) || word === "NaN" || word === "INF";
  return { kind: isConstant ? "constant" : "word", text: word, start, end };
}

// A doubled quotation mark inside a text stands for one.
function quotedAt(filter, start, quote) {
  let at = quote + 1;
  while (at < filter.length) {
    if (filter[at] !== "'") {
      at++;
    } else if (filter[at + 1] === "'") {
      at += 2;
    } else {
      return { kind: "text", text: filter.slice(start, at + 1), start, end: at + 1 };
    }
  }
  return { kind: "fault", text: filter.slice(start), start, end: filter.length, at: filter.length, expected: "a closing quotation mark" };
}

function match(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

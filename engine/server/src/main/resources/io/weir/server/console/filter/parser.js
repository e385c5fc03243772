// Finds the first mistake of a filter by the grammar of the service: see its FilterParser.

import { tokensOf } from "./lexer.js";

export const OPERATORS = ["eq", "ne", "gt", "ge", "lt", "le"];
export const TESTS = ["contains", "startswith", "endswith", "substringof"];
export const VALUES = ["tolower", "length"];

const RESERVED = new Set(["and", "or", ...OPERATORS]);
const LITERALS = new Set(["text", "number", "constant"]);

class Mistake extends Error {
  constructor(at, expected) {
    super(`expected ${expected}`);
    this.at = at;
    this.expected = expected;
  }
}

// Returns {at, expected} for the first mistake; undefined for a filter without one.
export function mistakeIn(filter) {
  if (filter.trim() === "") {
    return undefined;
  }
  try {
    new Parser(filter).whole();
    return undefined;
  } catch (failure) {
    if (failure instanceof Mistake) {
      return { at: failure.at, expected: failure.expected };
    }
    throw failure;
  }
}

class Parser {
  constructor(filter) {
    this.tokens = tokensOf(filter);
    this.end = filter.trimEnd().length;
    this.next = 0;
  }

  whole() {
    this.chain();
    if (this.token) {
      throw this.unexpected("and, or, or the end");
    }
  }

  chain() {
    do {
      this.not();
    } while (this.skipWord("and") || this.skipWord("or"));
  }

  not() {
    while (this.skipWord("not")) {
      // each applies to what follows
    }
    this.atom();
  }

  atom() {
    if (this.skip("open")) {
      this.chain();
      this.require("close", "a closing bracket");
    } else if (this.is("word")) {
      this.wordFirst();
    } else if (this.isLiteral()) {
      this.literalFirst();
    } else {
      throw this.unexpected("a condition");
    }
  }

  wordFirst() {
    const word = this.token.text;
    const isFunction = this.tokens[this.next + 1]?.kind === "open";
    if (isFunction && TESTS.includes(word)) {
      this.test(word);
      return;
    }
    this.value();
    if (!isFunction && !RESERVED.has(word) && this.endsCondition()) {
      return;
    }
    this.operator();
    this.literal();
  }

  // A property alone is a Boolean.
  endsCondition() {
    return !this.token || this.is("close") || (this.is("word") && ["and", "or"].includes(this.token.text));
  }

  literalFirst() {
    const literal = this.take();
    if (/^(true|false)$/i.test(literal.text) && !this.isOperator()) {
      return;
    }
    this.operator();
    this.value();
  }

  test(name) {
    this.take();
    this.take();
    const [first, second] = name === "substringof" ? [this.quoted, this.value] : [this.value, this.quoted];
    first.call(this);
    this.require("comma", "a comma");
    second.call(this);
    this.require("close", "a closing bracket");
    if (this.isOperator()) {
      this.operator();
      this.literal();
    }
  }

  value() {
    const word = this.require("word", "a property");
    if (!this.is("open")) {
      return;
    }
    if (!VALUES.includes(word.text)) {
      throw new Mistake(word.start, `one of the functions ${[...TESTS, ...VALUES].join(", ")}`);
    }
    this.take();
    this.require("word", "a property");
    this.require("close", "a closing bracket");
  }

  quoted() {
    this.require("text", "a text in quotation marks");
  }

  operator() {
    if (!this.isOperator()) {
      throw this.unexpected(`an operator: ${OPERATORS.join(", ")}`);
    }
    this.take();
  }

  literal() {
    if (!this.isLiteral()) {
      throw this.unexpected("a literal, such as 'text', 12, true or datetime'2026-01-31T12:00:00Z'");
    }
    this.take();
  }

  get token() {
    return this.tokens[this.next];
  }

  is(kind) {
    return this.token?.kind === kind;
  }

  isLiteral() {
    return LITERALS.has(this.token?.kind);
  }

  isOperator() {
    return this.is("word") && OPERATORS.includes(this.token.text);
  }

  take() {
    return this.tokens[this.next++];
  }

  skip(kind) {
    return this.is(kind) && Boolean(this.take());
  }

  skipWord(word) {
    return this.is("word") && this.token.text === word && Boolean(this.take());
  }

  require(kind, expected) {
    if (!this.is(kind)) {
      throw this.unexpected(expected);
    }
    return this.take();
  }

  unexpected(expected) {
    const token = this.token;
    return token?.kind === "fault" ? new Mistake(token.at ?? token.start, token.expected) : new Mistake(token?.start ?? this.end, expected);
  }
}

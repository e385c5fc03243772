package io.weir.api.json;

/**
 * One JSON value that is no object, array or null, before it is known which type it is meant to have.
 *
 * @param kind what it was written as
 * @param text a string's characters, a number as it was written; empty for the two truth values
 */
record Scalar(Kind kind, String text) {

  static final Scalar TRUE = new Scalar(Kind.TRUE, "");
  static final Scalar FALSE = new Scalar(Kind.FALSE, "");

  enum Kind {
    STRING,
    INTEGER,
    FRACTION,
    TRUE,
    FALSE
  }

  boolean isString() {
    return kind == Kind.STRING;
  }

  boolean isNumber() {
    return kind == Kind.INTEGER || kind == Kind.FRACTION;
  }
}

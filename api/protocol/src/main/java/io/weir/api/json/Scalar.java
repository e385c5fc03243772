package io.weir.api.json;

/**
 * A JSON string, number or truth value whose property type is not known yet.
 *
 * @param kind the form in which the value was written
 * @param text a string's characters, or a number as it was written; empty for the truth values
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

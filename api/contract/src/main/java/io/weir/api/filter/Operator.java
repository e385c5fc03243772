package io.weir.api.filter;

import java.util.Optional;

/** A comparison operator of the {@code $filter} grammar. */
public enum Operator {
  EQUAL("eq"),
  NOT_EQUAL("ne"),
  GREATER("gt"),
  GREATER_OR_EQUAL("ge"),
  LESS("lt"),
  LESS_OR_EQUAL("le");

  private final String symbol;

  Operator(String symbol) {
    this.symbol = symbol;
  }

  /** The operator's spelling, lower case. */
  public String symbol() {
    return symbol;
  }

  /** The operator of this exact spelling. */
  public static Optional<Operator> ofSymbol(String symbol) {
    return switch (symbol) {
      case "eq" -> Optional.of(EQUAL);
      case "ne" -> Optional.of(NOT_EQUAL);
      case "gt" -> Optional.of(GREATER);
      case "ge" -> Optional.of(GREATER_OR_EQUAL);
      case "lt" -> Optional.of(LESS);
      case "le" -> Optional.of(LESS_OR_EQUAL);
      default -> Optional.empty();
    };
  }

  /** The operator that is true exactly where this one is false, both values being comparable. */
  public Operator negated() {
    return switch (this) {
      case EQUAL -> NOT_EQUAL;
      case NOT_EQUAL -> EQUAL;
      case GREATER -> LESS_OR_EQUAL;
      case GREATER_OR_EQUAL -> LESS;
      case LESS -> GREATER_OR_EQUAL;
      case LESS_OR_EQUAL -> GREATER;
    };
  }

  /** The operator that means the same with its operands exchanged. */
  public Operator mirrored() {
    return switch (this) {
      case EQUAL, NOT_EQUAL -> this;
      case GREATER -> LESS;
      case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
      case LESS -> GREATER;
      case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
    };
  }

  /** Whether the operator holds for operands that compare so (negative, zero or positive, as a comparator answers). */
  public boolean holds(int comparison) {
    return switch (this) {
      case EQUAL -> comparison == 0;
      case NOT_EQUAL -> comparison != 0;
      case GREATER -> comparison > 0;
      case GREATER_OR_EQUAL -> comparison >= 0;
      case LESS -> comparison < 0;
      case LESS_OR_EQUAL -> comparison <= 0;
    };
  }
}

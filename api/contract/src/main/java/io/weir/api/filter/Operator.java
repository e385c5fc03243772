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

  /** Returns the operator's spelling in lower case. */
  public String symbol() {
    return symbol;
  }

  /** Returns the operator with exactly this spelling. */
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

  /** Returns the operator that is true exactly when this one is false, for comparable values. */
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

  /** Returns the operator with the same meaning after the operands are exchanged. */
  public Operator mirrored() {
    return switch (this) {
      case EQUAL, NOT_EQUAL -> this;
      case GREATER -> LESS;
      case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
      case LESS -> GREATER;
      case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
    };
  }

  /**
   * Whether the operator is true for operands with this comparator result: negative, zero or
   * positive.
   */
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

package io.weir.api.filter;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import java.util.OptionalInt;

/**
 * The rules for when a stored value satisfies a comparison with a literal, or a condition by a
 * function.
 *
 * <p>Values of one type are comparable. Numbers of all types are comparable with each other: two
 * integers exactly, a number and a double as doubles. Converting an integer beyond 2⁵³ keeps 53
 * bits of it. Other pairs of types are not comparable: every operator is false for them, {@code ne}
 * included.
 *
 * <p>Text is compared by UTF-16 unit, binary values by unsigned byte, GUIDs in the unsigned order
 * of their text form. False sorts before true. NaN satisfies {@code ne} only.
 *
 * <p>This class is the reference. An engine that compares encoded values must agree with it.
 */
public final class Comparisons {

  private Comparisons() {}

  /** Whether {@code stored operator literal} holds. */
  public static boolean holds(EdmValue stored, Operator operator, EdmValue literal) {
    if (isNumber(stored) && isNumber(literal)) {
      return numbersHold(stored, operator, literal);
    }
    var order = order(stored, literal);
    return order.isPresent() && operator.holds(order.getAsInt());
  }

  /** Whether the stored value is a string that satisfies the test. */
  public static boolean holds(EdmValue stored, Filter.TextTest test) {
    return stored instanceof EdmString text
        && test.match()
            .holds(test.lowered() ? Derivation.lowered(text.value()) : text.value(), test.text());
  }

  /**
   * Whether the stored value is a string, and the value derived from it satisfies the comparison.
   */
  public static boolean holds(EdmValue stored, Filter.Derived comparison) {
    return stored instanceof EdmString text
        && holds(
            comparison.derivation().of(text.value()), comparison.operator(), comparison.literal());
  }

  private static boolean isNumber(EdmValue value) {
    return value instanceof EdmInt32 || value instanceof EdmInt64 || value instanceof EdmDouble;
  }

  private static boolean numbersHold(EdmValue stored, Operator operator, EdmValue literal) {
    if (stored instanceof EdmDouble || literal instanceof EdmDouble) {
      return doublesHold(toDouble(stored), operator, toDouble(literal));
    }
    return operator.holds(Long.compare(toLong(stored), toLong(literal)));
  }

  /** Compares by IEEE 754: minus zero equals zero, NaN is unequal to every number. */
  private static boolean doublesHold(double stored, Operator operator, double literal) {
    return switch (operator) {
      case EQUAL -> stored == literal;
      case NOT_EQUAL -> stored != literal;
      case GREATER -> stored > literal;
      case GREATER_OR_EQUAL -> stored >= literal;
      case LESS -> stored < literal;
      case LESS_OR_EQUAL -> stored <= literal;
    };
  }

  private static double toDouble(EdmValue value) {
    return value instanceof EdmDouble number ? number.value() : toLong(value);
  }

  private static long toLong(EdmValue value) {
    return value instanceof EdmInt32 small ? small.value() : ((EdmInt64) value).value();
  }

  private static OptionalInt order(EdmValue stored, EdmValue literal) {
    if (stored instanceof EdmString a && literal instanceof EdmString b) {
      return OptionalInt.of(a.value().compareTo(b.value()));
    }
    if (stored instanceof EdmDateTime a && literal instanceof EdmDateTime b) {
      return OptionalInt.of(a.compareTo(b));
    }
    if (stored instanceof EdmBoolean a && literal instanceof EdmBoolean b) {
      return OptionalInt.of(Boolean.compare(a.value(), b.value()));
    }
    if (stored instanceof EdmGuid a && literal instanceof EdmGuid b) {
      return OptionalInt.of(compareUnsigned(a, b));
    }
    if (stored instanceof EdmBinary a && literal instanceof EdmBinary b) {
      return OptionalInt.of(a.compareTo(b));
    }
    return OptionalInt.empty();
  }

  private static int compareUnsigned(EdmGuid a, EdmGuid b) {
    var byHigh = Long.compareUnsigned(
        a.value().getMostSignificantBits(), b.value().getMostSignificantBits());
    return byHigh != 0
        ? byHigh
        : Long.compareUnsigned(
            a.value().getLeastSignificantBits(), b.value().getLeastSignificantBits());
  }
}

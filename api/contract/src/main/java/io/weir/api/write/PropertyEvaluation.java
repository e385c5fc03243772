package io.weir.api.write;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmType;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Limits;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The value that an operation gives its property. Deterministic; any thread.
 *
 * <p>Failures name the types of values, never the values or their lengths: a caller may change an
 * entity that it may not read. Whether a change fails does tell something: an addition fails from a
 * certain value on, an append from a certain length on.
 */
record PropertyEvaluation(PropertyOperation operation) {

  /**
   * Returns the value after the operation; null when the property is absent then. {@code stored} is
   * null when it is absent before.
   */
  @Nullable
  EdmValue of(@Nullable EdmValue stored) {
    if (stored == null) {
      return ofAbsent();
    }
    return switch (operation.operator()) {
      case SET -> operand();
      case SET_IF_ABSENT -> stored;
      case ADD -> sum(stored, alike(stored));
      case MIN -> isLess(alike(stored), stored) ? alike(stored) : stored;
      case MAX -> isLess(stored, alike(stored)) ? alike(stored) : stored;
      case APPEND -> appended(stored, alike(stored));
      case REMOVE_FROM -> without(((EdmString) alike(stored)).value(), (EdmString) stored);
      case REMOVE -> null;
    };
  }

  private @Nullable EdmValue ofAbsent() {
    return switch (operation.operator()) {
      case REMOVE, REMOVE_FROM -> null;
      case SET, SET_IF_ABSENT, ADD, MIN, MAX, APPEND -> operand();
    };
  }

  private EdmValue operand() {
    return operation.operand().orElseThrow();
  }

  /** Returns the operand in the type of the stored value. Fails with {@code InvalidValueType}. */
  private EdmValue alike(EdmValue stored) {
    var operand = operand();
    if (operand.type() == stored.type()) {
      return operand;
    }
    if (operand instanceof EdmInt32 small && stored.type() == EdmType.INT64) {
      return new EdmInt64(small.value());
    }
    if (operand instanceof EdmInt32 small && stored.type() == EdmType.DOUBLE) {
      return new EdmDouble(small.value());
    }
    throw new InvalidRequestException(
        ErrorCode.INVALID_VALUE_TYPE,
        operation.facts() + " stored=" + stored.type().odataName() + " operand="
            + operand.type().odataName());
  }

  private EdmValue sum(EdmValue stored, EdmValue operand) {
    try {
      if (stored instanceof EdmInt32 a && operand instanceof EdmInt32 b) {
        return new EdmInt32(Math.addExact(a.value(), b.value()));
      }
      if (stored instanceof EdmInt64 a && operand instanceof EdmInt64 b) {
        return new EdmInt64(Math.addExact(a.value(), b.value()));
      }
    } catch (ArithmeticException overflow) {
      throw outOfRange(stored, "overflow");
    }
    var sum = ((EdmDouble) stored).value() + ((EdmDouble) operand).value();
    if (!Double.isFinite(sum)) {
      throw outOfRange(stored, "notFinite");
    }
    return new EdmDouble(sum);
  }

  private boolean isLess(EdmValue left, EdmValue right) {
    if (left instanceof EdmInt32 a && right instanceof EdmInt32 b) {
      return a.value() < b.value();
    }
    if (left instanceof EdmInt64 a && right instanceof EdmInt64 b) {
      return a.value() < b.value();
    }
    if (left instanceof EdmDateTime a && right instanceof EdmDateTime b) {
      return a.compareTo(b) < 0;
    }
    var a = ((EdmDouble) left).value();
    var b = ((EdmDouble) right).value();
    if (Double.isNaN(a) || Double.isNaN(b)) {
      throw outOfRange(left, "notANumber");
    }
    return Double.compare(a, b) < 0;
  }

  private EdmValue appended(EdmValue stored, EdmValue operand) {
    if (stored instanceof EdmBinary a && operand instanceof EdmBinary b) {
      return new EdmBinary(appended(a, b));
    }
    var before = ((EdmString) stored).value();
    var more = ((EdmString) operand).value();
    var separator = before.isEmpty() ? "" : operation.separator();
    requireLength(
        before.length() + separator.length() + more.length(), Limits.STRING_UNITS, "units");
    return new EdmString(before + separator + more);
  }

  private byte[] appended(EdmBinary stored, EdmBinary operand) {
    requireLength(stored.length() + operand.length(), Limits.BINARY_BYTES, "bytes");
    var bytes = Arrays.copyOf(stored.toByteArray(), stored.length() + operand.length());
    System.arraycopy(operand.toByteArray(), 0, bytes, stored.length(), operand.length());
    return bytes;
  }

  private @Nullable EdmValue without(String element, EdmString stored) {
    var left = Arrays.stream(stored
            .value()
            .split(Pattern.quote(operation.separator()), -1)) // -1 keeps empty elements
        .filter(each -> !each.equals(element))
        .collect(Collectors.joining(operation.separator()));
    if (left.length() == stored.value().length()) {
      return stored;
    }
    return left.isEmpty() ? null : new EdmString(left);
  }

  private void requireLength(int length, int limit, String unit) {
    if (length > limit) {
      throw new InvalidRequestException(
          ErrorCode.PROPERTY_VALUE_TOO_LARGE,
          operation.facts() + " unit=" + unit + " limit=" + limit);
    }
  }

  private InvalidRequestException outOfRange(EdmValue stored, String reason) {
    return new InvalidRequestException(
        ErrorCode.OUT_OF_RANGE_INPUT,
        operation.facts() + " type=" + stored.type().odataName() + " reason=" + reason);
  }
}

package io.weir.api.write;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmType;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.entity.PropertyName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a {@link Write.Change} changes one property.
 *
 * <p>A property that is absent begins with the operand: {@code add} sets it, as if it had been 0.
 * The type of a stored value never changes, except by {@link Operator#SET}: an operand has the type
 * of the stored value, or is an Int32 and becomes an Int64 or a Double, exactly. Otherwise the
 * change fails with {@code InvalidValueType}.
 *
 * <p>Fails with {@code InvalidInput} for a missing or an unexpected operand or separator, with
 * {@code InvalidValueType} for an operand of a type that the operator does not take, with
 * {@code OutOfRangeInput} for an operand NaN or infinity of a calculation, and with
 * {@code PropertyNameInvalid} or {@code PropertyNameTooLong}.
 *
 * @param property the name of the property
 * @param operand the operator's value; empty for {@link Operator#REMOVE} alone
 * @param separator the text between the elements of a list in a String; empty where the value is no
 *     list
 */
public record PropertyOperation(
    String property, Operator operator, Optional<EdmValue> operand, String separator) {

  /** Longest separator, in UTF-16 units. */
  public static final int SEPARATOR_UNITS = 16;

  private static final Set<EdmType> NUMBERS = Set.of(EdmType.INT32, EdmType.INT64, EdmType.DOUBLE);
  private static final Set<EdmType> ORDERED =
      Set.of(EdmType.INT32, EdmType.INT64, EdmType.DOUBLE, EdmType.DATE_TIME);
  private static final Set<EdmType> TEXT = Set.of(EdmType.STRING);
  private static final Set<EdmType> SEQUENCES = Set.of(EdmType.STRING, EdmType.BINARY);
  private static final Set<EdmType> ALL = Set.copyOf(EnumSet.allOf(EdmType.class));

  /** The operators, with the types of their operands and their names in JSON and commands. */
  public enum Operator {
    /** Sets the value. */
    SET("set", ALL),
    /** Sets the value if the property is absent. */
    SET_IF_ABSENT("setIfAbsent", ALL),
    /**
     * Adds to a number. Fails with {@code OutOfRangeInput} when the sum leaves the range of its
     * type, or is not a finite Double: nothing wraps, and no sum becomes infinite. A stored NaN or
     * infinity therefore stays until it is set.
     */
    ADD("add", NUMBERS),
    /**
     * Keeps the smaller one of the stored value and the operand. Minus zero is smaller than zero. A
     * stored NaN fails as in {@link #ADD}.
     */
    MIN("min", ORDERED),
    /** Keeps the greater one of the stored value and the operand, as {@link #MIN} compares them. */
    MAX("max", ORDERED),
    /**
     * Appends text or bytes. With a separator the property is a list: the separator stands between
     * its elements, and the operand is one more. No element contains the separator, nor makes
     * another one with a separator beside it: {@code x-} is refused with {@code --}. Fails with
     * {@code PropertyValueTooLarge} when the result exceeds the limit of its type.
     */
    APPEND("append", SEQUENCES),
    /**
     * Removes all elements equal to the operand from a list with a separator. A list without
     * elements is an absent property. Nothing happens when there is no such element.
     */
    REMOVE_FROM("removeFrom", TEXT),
    /** Removes the property. Nothing happens when it is absent. */
    REMOVE("remove", Set.of());

    private final String text;

    @SuppressWarnings("ImmutableEnumChecker") // the sets cannot be modified
    private final Set<EdmType> operands;

    Operator(String text, Set<EdmType> operands) {
      this.text = text;
      this.operands = operands;
    }

    /** Returns the name in JSON and commands. */
    public String text() {
      return text;
    }

    private static Operator of(String text) {
      for (var operator : values()) {
        if (operator.text.equals(text)) {
          return operator;
        }
      }
      throw invalid("operation=" + text + " known=" + names());
    }

    private static String names() {
      return String.join(
          ",", java.util.Arrays.stream(values()).map(Operator::text).toList());
    }
  }

  public PropertyOperation {
    PropertyName.requireOwn(property);
    if (operand.isPresent() == operator.operands.isEmpty()) {
      throw invalid(facts(property, operator)
          + (operand.isPresent() ? " unexpected=operand" : " missing=operand"));
    }
    operand.ifPresent(value -> requireOperand(property, operator, value));
    requireSeparator(property, operator, operand, separator);
  }

  /** Returns an operation without a separator. */
  public static PropertyOperation of(String property, Operator operator, EdmValue operand) {
    return new PropertyOperation(property, operator, Optional.of(operand), "");
  }

  /** Returns an operation with an Int32. */
  public static PropertyOperation of(String property, Operator operator, int operand) {
    return of(property, operator, new EdmInt32(operand));
  }

  /** Returns an operation with an Int64. */
  public static PropertyOperation of(String property, Operator operator, long operand) {
    return of(property, operator, new EdmInt64(operand));
  }

  /** Returns an operation with a Double. */
  public static PropertyOperation of(String property, Operator operator, double operand) {
    return of(property, operator, new EdmDouble(operand));
  }

  /** Returns an operation with a String. */
  public static PropertyOperation of(String property, Operator operator, String operand) {
    return of(property, operator, new EdmString(operand));
  }

  /** Returns the operation that removes a property. */
  public static PropertyOperation remove(String property) {
    return new PropertyOperation(property, Operator.REMOVE, Optional.empty(), "");
  }

  /**
   * Returns the operation that a text names, as {@link #text()} spells it. Fails with
   * {@code InvalidInput} for an unknown one, and as the constructor does.
   */
  public static PropertyOperation parse(String property, String text, Optional<EdmValue> operand) {
    var open = text.indexOf('(');
    if (open < 0) {
      return new PropertyOperation(property, Operator.of(text), operand, "");
    }
    if (!text.endsWith(")")) {
      throw invalid("property=" + property + " operation=" + text + " expected=)");
    }
    return new PropertyOperation(
        property,
        Operator.of(text.substring(0, open)),
        operand,
        text.substring(open + 1, text.length() - 1));
  }

  /**
   * Returns the operations of a change, in their order: the reverse of {@link #text()} of each, and
   * of {@link Write.Change#operands()}. Fails with {@code InvalidInput} when the numbers of
   * operands and texts differ, and as {@link #parse} does.
   */
  public static List<PropertyOperation> parseAll(Entity operands, List<String> texts) {
    var operations = new ArrayList<PropertyOperation>(texts.size());
    for (var property = operands.properties(); property.next(); ) {
      if (operations.size() == texts.size()) {
        throw invalid("operations=" + texts.size() + " operands=more");
      }
      var text = texts.get(operations.size());
      var operand = text.equals(Operator.REMOVE.text())
          ? Optional.<EdmValue>empty()
          : Optional.of(property.value());
      operations.add(parse(property.name(), text, operand));
    }
    if (operations.size() < texts.size()) {
      throw invalid("operations=" + texts.size() + " operands=" + operations.size());
    }
    return operations;
  }

  /**
   * Returns the operator, and its separator in brackets if it has one: {@code add},
   * {@code append(,)}.
   */
  public String text() {
    return separator.isEmpty() ? operator.text : operator.text + "(" + separator + ")";
  }

  /** Returns the beginning of the facts of a failure: the property and the operator. */
  String facts() {
    return facts(property, operator);
  }

  private static String facts(String property, Operator operator) {
    return "property=" + property + " operation=" + operator.text;
  }

  private static void requireOperand(String property, Operator operator, EdmValue operand) {
    if (!operator.operands.contains(operand.type())) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_VALUE_TYPE,
          facts(property, operator) + " operand=" + operand.type().odataName());
    }
    var calculates =
        operator == Operator.ADD || operator == Operator.MIN || operator == Operator.MAX;
    if (calculates && operand instanceof EdmDouble number && !Double.isFinite(number.value())) {
      throw new InvalidRequestException(
          ErrorCode.OUT_OF_RANGE_INPUT, facts(property, operator) + " operand=" + number.value());
    }
  }

  private static void requireSeparator(
      String property, Operator operator, Optional<EdmValue> operand, String separator) {
    var list = operator == Operator.REMOVE_FROM || operator == Operator.APPEND;
    if (separator.isEmpty() ? operator == Operator.REMOVE_FROM : !list) {
      throw invalid(facts(property, operator)
          + (separator.isEmpty() ? " missing=separator" : " unexpected=separator"));
    }
    if (separator.length() > SEPARATOR_UNITS) {
      throw invalid(facts(property, operator) + " separatorUnits=" + separator.length() + " limit="
          + SEPARATOR_UNITS);
    }
    if (!separator.isEmpty()) {
      operand.ifPresent(element -> requireElement(property, operator, element, separator));
    }
  }

  private static void requireElement(
      String property, Operator operator, EdmValue operand, String separator) {
    if (operand instanceof EdmBinary) {
      throw invalid(facts(property, operator) + " operand=Edm.Binary unexpected=separator");
    }
    var element = ((EdmString) operand).value();
    if (element.isEmpty() || !isDelimited(element, separator)) {
      throw invalid(facts(property, operator) + " expected=elementWithoutSeparator units="
          + element.length());
    }
  }

  /**
   * Whether an element between separators contains no other one: {@code x-} would give up its end
   * to a separator {@code --} after it, and a list of it could not be split again.
   */
  private static boolean isDelimited(String element, String separator) {
    return (separator + element + separator).indexOf(separator, 1)
        == separator.length() + element.length();
  }

  private static InvalidRequestException invalid(String facts) {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, facts);
  }
}

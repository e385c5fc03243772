package io.weir.api.contract;

import static io.weir.api.contract.Changes.change;
import static io.weir.api.contract.Changes.operation;
import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Failures.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Limits;
import io.weir.api.error.ErrorCode;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.WriteMode;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Cases for the value that each operator of a change in place makes of the stored one, at its
 * limits.
 */
public interface PropertyOperationContract extends Door {

  @Test
  default void anInt32IsAddedToUpToItsLimitsAndNeverWraps() {
    assertSum(
        new EdmInt32(Integer.MAX_VALUE - 1), new EdmInt32(1), new EdmInt32(Integer.MAX_VALUE));
    assertSum(
        new EdmInt32(Integer.MIN_VALUE + 1), new EdmInt32(-1), new EdmInt32(Integer.MIN_VALUE));
    assertOutOfRange(new EdmInt32(Integer.MAX_VALUE), new EdmInt32(1));
    assertOutOfRange(new EdmInt32(Integer.MIN_VALUE), new EdmInt32(-1));
  }

  @Test
  default void anInt64IsAddedToUpToItsLimitsAndNeverWraps() {
    assertSum(new EdmInt64(Long.MAX_VALUE - 1), new EdmInt64(1), new EdmInt64(Long.MAX_VALUE));
    assertSum(new EdmInt64(Long.MIN_VALUE + 1), new EdmInt64(-1), new EdmInt64(Long.MIN_VALUE));
    assertOutOfRange(new EdmInt64(Long.MAX_VALUE), new EdmInt64(1));
    assertOutOfRange(new EdmInt64(Long.MIN_VALUE), new EdmInt64(-1));
  }

  @Test
  default void aDoubleIsAddedToAsLongAsTheSumIsFinite() {
    assertSum(new EdmDouble(0.5), new EdmDouble(0.25), new EdmDouble(0.75));
    assertSum(new EdmDouble(Double.MAX_VALUE), new EdmDouble(1), new EdmDouble(Double.MAX_VALUE));
    assertOutOfRange(new EdmDouble(Double.MAX_VALUE), new EdmDouble(Double.MAX_VALUE));
    assertOutOfRange(new EdmDouble(Double.NaN), new EdmDouble(1));
    assertOutOfRange(new EdmDouble(Double.POSITIVE_INFINITY), new EdmDouble(1));
  }

  @Test
  default void anInt32OperandTakesTheTypeOfTheStoredNumber() {
    assertSum(new EdmInt64(1L << 40), new EdmInt32(1), new EdmInt64((1L << 40) + 1));
    assertSum(new EdmDouble(0.5), new EdmInt32(1), new EdmDouble(1.5));
    assertMade(new EdmInt64(7), Operator.MIN, new EdmInt32(5), new EdmInt64(5));
  }

  @Test
  default void otherTypesAreNotConverted() {
    assertWrongType(new EdmInt32(1), Operator.ADD, new EdmInt64(1));
    assertWrongType(new EdmInt64(1), Operator.ADD, new EdmDouble(1));
    assertWrongType(new EdmDouble(1), Operator.ADD, new EdmInt64(1));
    assertWrongType(new EdmString("1"), Operator.ADD, new EdmInt32(1));
    assertWrongType(new EdmInt32(1), Operator.MAX, new EdmDateTime(1));
    assertWrongType(new EdmString("1"), Operator.APPEND, new EdmBinary(new byte[1]));
  }

  @Test
  default void theSmallerAndTheGreaterValueAreKept() {
    assertMade(new EdmInt32(3), Operator.MIN, new EdmInt32(2), new EdmInt32(2));
    assertMade(new EdmInt32(3), Operator.MIN, new EdmInt32(4), new EdmInt32(3));
    assertMade(new EdmInt64(3), Operator.MAX, new EdmInt64(4), new EdmInt64(4));
    assertMade(new EdmInt64(3), Operator.MAX, new EdmInt64(2), new EdmInt64(3));
    assertMade(new EdmDouble(0.0), Operator.MIN, new EdmDouble(-0.0), new EdmDouble(-0.0));
    assertMade(
        new EdmDouble(Double.POSITIVE_INFINITY), Operator.MIN, new EdmDouble(5), new EdmDouble(5));
    assertMade(
        new EdmDateTime(1_000), Operator.MAX, new EdmDateTime(2_000), new EdmDateTime(2_000));
    assertRefused(
        ErrorCode.OUT_OF_RANGE_INPUT,
        new EdmDouble(Double.NaN),
        operation(Operator.MAX, new EdmDouble(5)));
  }

  @Test
  default void textIsAppendedUpToTheLimitOfAString() {
    var almost = "x".repeat(Limits.STRING_UNITS - 2);

    assertMade(new EdmString("ab"), Operator.APPEND, new EdmString("cd"), new EdmString("abcd"));
    assertMade(
        new EdmString(almost), Operator.APPEND, new EdmString("yy"), new EdmString(almost + "yy"));
    assertRefused(
        ErrorCode.PROPERTY_VALUE_TOO_LARGE,
        new EdmString(almost),
        operation(Operator.APPEND, new EdmString("yyy")));
  }

  @Test
  default void bytesAreAppendedUpToTheLimitOfABinary() {
    var almost = new byte[Limits.BINARY_BYTES - 1];

    assertMade(
        new EdmBinary(new byte[] {1}),
        Operator.APPEND,
        new EdmBinary(new byte[] {2}),
        new EdmBinary(new byte[] {1, 2}));
    assertMade(
        new EdmBinary(almost),
        Operator.APPEND,
        new EdmBinary(new byte[1]),
        new EdmBinary(new byte[Limits.BINARY_BYTES]));
    assertRefused(
        ErrorCode.PROPERTY_VALUE_TOO_LARGE,
        new EdmBinary(almost),
        operation(Operator.APPEND, new EdmBinary(new byte[2])));
  }

  @Test
  default void elementsAreAppendedToAListAndRemovedFromIt() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Kept", 1));

    change(strikes, list(Operator.APPEND, "red"));
    change(strikes, list(Operator.APPEND, "blue"));
    change(strikes, list(Operator.APPEND, "red"));
    midScenario();
    assertThat(strikes.get("TX", "1").getString("Value")).contains("red,blue,red");

    change(strikes, list(Operator.REMOVE_FROM, "re"));
    assertThat(strikes.get("TX", "1").getString("Value")).contains("red,blue,red");
    change(strikes, list(Operator.REMOVE_FROM, "red"));
    assertThat(strikes.get("TX", "1").getString("Value")).contains("blue");
    change(strikes, list(Operator.REMOVE_FROM, "blue"));
    change(strikes, list(Operator.REMOVE_FROM, "blue"));
    midScenario();

    assertThat(strikes.get("TX", "1").toMap()).containsOnlyKeys("Kept");
  }

  @Test
  default void anAbsentPropertyBeginsWithTheOperand() {
    for (var operator :
        new Operator[] {Operator.SET, Operator.SET_IF_ABSENT, Operator.ADD, Operator.MIN}) {
      assertThat(made(Optional.empty(), operation(operator, new EdmInt32(5))))
          .as("%s", operator)
          .contains(new EdmInt32(5));
    }
    assertThat(made(Optional.empty(), operation(Operator.APPEND, new EdmString("a"))))
        .contains(new EdmString("a"));
    assertThat(made(Optional.empty(), PropertyOperation.remove("Value"))).isEmpty();
  }

  @Test
  default void aStoredValueIsSetOrKeptOrRemoved() {
    var stored = Optional.<EdmValue>of(new EdmString("old"));

    assertThat(made(stored, operation(Operator.SET, new EdmInt32(5)))).contains(new EdmInt32(5));
    assertThat(made(stored, operation(Operator.SET_IF_ABSENT, new EdmInt32(5)))).isEqualTo(stored);
    assertThat(made(stored, PropertyOperation.remove("Value"))).isEmpty();
  }

  private void assertSum(EdmValue stored, EdmValue operand, EdmValue sum) {
    assertMade(stored, Operator.ADD, operand, sum);
  }

  private void assertMade(EdmValue stored, Operator operator, EdmValue operand, EdmValue after) {
    assertThat(made(Optional.of(stored), operation(operator, operand))).contains(after);
  }

  private void assertOutOfRange(EdmValue stored, EdmValue operand) {
    assertRefused(ErrorCode.OUT_OF_RANGE_INPUT, stored, operation(Operator.ADD, operand));
  }

  private void assertWrongType(EdmValue stored, Operator operator, EdmValue operand) {
    assertRefused(ErrorCode.INVALID_VALUE_TYPE, stored, operation(operator, operand));
  }

  private void assertRefused(ErrorCode code, EdmValue stored, PropertyOperation operation) {
    var strikes = Table.in(this);
    strikes.upsert(WriteMode.REPLACE, entity("TX", "1").set("Value", stored));

    var failure = assertInvalid(code, () -> change(strikes, operation));
    midScenario();

    assertThat(failure.facts()).contains("property=Value");
    assertThat(strikes.get("TX", "1").get("Value")).contains(stored);
  }

  /** Returns the value that an operation makes of the stored one. */
  private Optional<EdmValue> made(Optional<EdmValue> stored, PropertyOperation operation) {
    var strikes = Table.in(this);
    var before = entity("TX", "1").set("Kept", 1);
    strikes.insert(stored.map(value -> before.set("Value", value)).orElse(before));

    change(strikes, operation);
    midScenario();

    var after = strikes.get("TX", "1");
    assertThat(after.getInt32("Kept")).contains(1);
    return after.get("Value");
  }

  private static PropertyOperation list(Operator operator, String element) {
    return new PropertyOperation("Value", operator, Optional.of(new EdmString(element)), ",");
  }
}

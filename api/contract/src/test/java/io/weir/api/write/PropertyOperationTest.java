package io.weir.api.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.write.PropertyOperation.Operator;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class PropertyOperationTest {

  private static final EdmValue ONE = new EdmInt32(1);
  private static final EdmValue RED = new EdmString("red");

  @Test
  void anOperationIsReadBackFromItsText() {
    for (var operation : new PropertyOperation[] {
      PropertyOperation.of("P", Operator.ADD, ONE),
      PropertyOperation.of("P", Operator.SET_IF_ABSENT, RED),
      new PropertyOperation("P", Operator.APPEND, Optional.of(RED), "), ("),
      new PropertyOperation("P", Operator.REMOVE_FROM, Optional.of(RED), ","),
      PropertyOperation.remove("P")
    }) {
      assertThat(PropertyOperation.parse("P", operation.text(), operation.operand()))
          .isEqualTo(operation);
    }
    assertThat(new PropertyOperation("P", Operator.APPEND, Optional.of(RED), ",").text())
        .isEqualTo("append(,)");
  }

  @Test
  void aJavaValueIsAnOperandOfItsType() {
    assertThat(PropertyOperation.of("P", Operator.ADD, 1).operand()).contains(ONE);
    assertThat(PropertyOperation.of("P", Operator.ADD, 1L).operand()).contains(new EdmInt64(1));
    assertThat(PropertyOperation.of("P", Operator.ADD, 1.0).operand()).contains(new EdmDouble(1));
    assertThat(PropertyOperation.of("P", Operator.SET, "red").operand()).contains(RED);
  }

  @Test
  void anUnknownOperatorNamesTheKnownOnes() {
    assertThat(refused(
            ErrorCode.INVALID_INPUT, () -> PropertyOperation.parse("P", "plus", Optional.of(ONE))))
        .contains("operation=plus known=set,setIfAbsent,add,min,max,append,removeFrom,remove");
    refused(
        ErrorCode.INVALID_INPUT, () -> PropertyOperation.parse("P", "append(,", Optional.of(RED)));
  }

  @Test
  void anOperandIsRequiredExceptToRemove() {
    for (var operator : Operator.values()) {
      var given =
          operator == Operator.REMOVE ? Optional.<EdmValue>of(ONE) : Optional.<EdmValue>empty();
      refused(ErrorCode.INVALID_INPUT, () -> new PropertyOperation("P", operator, given, ""));
    }
  }

  @Test
  void anOperandHasATypeThatTheOperatorTakes() {
    assertThat(refused(
            ErrorCode.INVALID_VALUE_TYPE, () -> PropertyOperation.of("P", Operator.ADD, RED)))
        .isEqualTo("property=P operation=add operand=Edm.String");
    refused(
        ErrorCode.INVALID_VALUE_TYPE,
        () -> PropertyOperation.of("P", Operator.MAX, new EdmBoolean(true)));
    refused(ErrorCode.INVALID_VALUE_TYPE, () -> PropertyOperation.of("P", Operator.APPEND, ONE));
  }

  @Test
  void aCalculationTakesAFiniteDouble() {
    for (var operator : new Operator[] {Operator.ADD, Operator.MIN, Operator.MAX}) {
      PropertyOperation.of("P", operator, new EdmDouble(-Double.MAX_VALUE));
      for (var value :
          new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
        refused(
            ErrorCode.OUT_OF_RANGE_INPUT,
            () -> PropertyOperation.of("P", operator, new EdmDouble(value)));
      }
    }
    PropertyOperation.of("P", Operator.SET, new EdmDouble(Double.NaN));
  }

  @Test
  void aSeparatorBelongsToAListAndHasUpTo16Units() {
    new PropertyOperation("P", Operator.APPEND, Optional.of(RED), ",".repeat(16));
    refused(
        ErrorCode.INVALID_INPUT,
        () -> new PropertyOperation("P", Operator.APPEND, Optional.of(RED), ",".repeat(17)));
    refused(
        ErrorCode.INVALID_INPUT,
        () -> new PropertyOperation("P", Operator.ADD, Optional.of(ONE), ","));
    refused(
        ErrorCode.INVALID_INPUT,
        () -> new PropertyOperation("P", Operator.REMOVE_FROM, Optional.of(RED), ""));
    refused(
        ErrorCode.INVALID_INPUT,
        () -> new PropertyOperation(
            "P", Operator.APPEND, Optional.of(new EdmBinary(new byte[1])), ","));
  }

  @Test
  void anElementIsNotEmptyAndHasNoSeparator() {
    for (var element : new String[] {"", "a,b"}) {
      for (var operator : new Operator[] {Operator.APPEND, Operator.REMOVE_FROM}) {
        refused(
            ErrorCode.INVALID_INPUT,
            () -> new PropertyOperation("P", operator, Optional.of(new EdmString(element)), ","));
      }
    }
  }

  @Test
  void anElementMakesNoSeparatorWithThoseBesideIt() {
    var refused =
        List.of(List.of("x-", "--"), List.of("-y", "--"), List.of("-", "--"), List.of("b", "aba"));
    var allowed = List.of(
        List.of("x-y", "--"),
        List.of("-x-", ", "),
        List.of("x,", ", "),
        List.of(" x", ", "),
        List.of("a", "abc"),
        List.of("c", "abc"),
        List.of("cab", "abc"));
    for (var operator : new Operator[] {Operator.APPEND, Operator.REMOVE_FROM}) {
      refused.forEach(each -> refused(
          ErrorCode.INVALID_INPUT,
          () -> new PropertyOperation(
              "P", operator, Optional.of(new EdmString(each.get(0))), each.get(1))));
      allowed.forEach(each -> assertThat(new PropertyOperation(
                  "P", operator, Optional.of(new EdmString(each.get(0))), each.get(1))
              .separator())
          .isEqualTo(each.get(1)));
    }
  }

  @Test
  void theNameIsThatOfAnOwnProperty() {
    refused(
        ErrorCode.PROPERTY_NAME_INVALID, () -> PropertyOperation.of("RowKey", Operator.SET, RED));
    refused(ErrorCode.PROPERTY_NAME_INVALID, () -> PropertyOperation.remove("a b"));
    refused(ErrorCode.PROPERTY_NAME_TOO_LONG, () -> PropertyOperation.remove("x".repeat(256)));
  }

  private static String refused(ErrorCode code, ThrowingCallable making) {
    var failure = catchThrowableOfType(InvalidRequestException.class, making);
    assertThat(failure).isNotNull();
    assertThat(failure.code()).isEqualTo(code);
    return failure.facts();
  }
}

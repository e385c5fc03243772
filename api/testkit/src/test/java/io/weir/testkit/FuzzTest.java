package io.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.ServiceFailedException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that the fuzzer finds faults and reports how to reproduce them. */
class FuzzTest {

  private static final Grammar LISTS = new Grammar() {
    @Override
    public String draw(Draw draw) {
      return "(" + draw.times(draw.below(4), ",", draw::numeral) + ")";
    }

    @Override
    public List<String> words() {
      return List.of("(", ")", ",");
    }
  };

  @Test
  void inputsDifferAndSomeAreValid() {
    var seen = new HashSet<String>();
    var outcome = Fuzz.times(1000, "lists").run(LISTS, input -> {
      seen.add(input);
      if (!input.startsWith("(") || !input.endsWith(")")) {
        throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "");
      }
    });

    assertThat(seen.size()).isGreaterThan(500);
    assertThat(outcome.taken()).isPositive();
    assertThat(outcome.refused()).isPositive();
  }

  @Test
  void aFaultIsDetectedAndReported() {
    assertThatThrownBy(() -> Fuzz.times(1000, "faulty").run(LISTS, input -> {
          if (input.contains("((")) {
            throw new IllegalStateException("nested");
          }
        }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("parser=faulty", "seed=", "input=", "nested", "((");
  }

  @Test
  void aServiceFailureForAnInputIsAFault() {
    assertThatThrownBy(() -> Fuzz.times(1000, "blaming").run(LISTS, input -> {
          throw new ServiceFailedException(ErrorCode.INTERNAL_ERROR, "", null);
        }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("InternalError");
  }

  @Test
  void aStackThatOverflowsIsAFault() {
    assertThatThrownBy(() -> Fuzz.times(1000, "deep").run(LISTS, input -> descend(0)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("StackOverflowError");
  }

  private static int descend(int depth) {
    return depth < 0 ? 0 : 1 + descend(depth + 1);
  }

  @Test
  void aRepeatedRunDrawsEqualInputs() {
    var fuzz = Fuzz.times(100, "repeated");
    var first = new ArrayList<String>();
    var second = new ArrayList<String>();

    fuzz.run(LISTS, first::add);
    fuzz.run(LISTS, second::add);

    assertThat(second).isEqualTo(first);
  }
}

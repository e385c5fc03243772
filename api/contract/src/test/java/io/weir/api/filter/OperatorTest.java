package io.weir.api.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OperatorTest {

  @ParameterizedTest
  @EnumSource(Operator.class)
  void theNegationHoldsExactlyWhenTheOperatorDoesNot(Operator operator) {
    for (var order = -1; order <= 1; order++) {
      assertThat(operator.negated().holds(order)).isNotEqualTo(operator.holds(order));
    }
  }

  @ParameterizedTest
  @EnumSource(Operator.class)
  void theMirroredOperatorHoldsForExchangedOperands(Operator operator) {
    for (var order = -1; order <= 1; order++) {
      assertThat(operator.mirrored().holds(-order)).isEqualTo(operator.holds(order));
    }
  }

  @ParameterizedTest
  @EnumSource(Operator.class)
  void anOperatorIsFoundByItsLowerCaseSymbol(Operator operator) {
    assertThat(Operator.ofSymbol(operator.symbol())).contains(operator);
    assertThat(Operator.ofSymbol(operator.symbol().toUpperCase(Locale.ROOT))).isEmpty();
  }
}

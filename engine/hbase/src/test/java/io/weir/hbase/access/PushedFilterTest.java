package io.weir.hbase.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.Entity;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.filter.Operator;
import org.junit.jupiter.api.Test;

final class PushedFilterTest {

  private final Entity three =
      Entity.builder("TX", "1").set("Height", 3).set("NaN", 3).build();
  private final Entity four =
      Entity.builder("TX", "1").set("Height", 4).set("NaN", 4).build();

  @Test
  void aFilterThatTextCanExpressIsPushedWhole() {
    var filter = FilterParser.parse("Height eq 3 or Height eq 5");
    var pushed = PushedFilter.of(filter);

    assertThat(pushed.isWhole()).isTrue();
    assertThat(FilterParser.parse(pushed.text())).isEqualTo(filter);
    assertThat(pushed.accepts(four)).isTrue();
  }

  @Test
  void aConditionOnAPropertyThatIsNamedLikeALiteralIsCheckedHere() {
    var pushed = PushedFilter.of(new Filter.Comparison("NaN", Operator.EQUAL, new EdmInt32(3)));

    assertThat(pushed.isWhole()).isFalse();
    assertThat(FilterParser.parse(pushed.text())).isEqualTo(Filter.ALL);
    assertThat(pushed.accepts(three)).isTrue();
    assertThat(pushed.accepts(four)).isFalse();
  }
}

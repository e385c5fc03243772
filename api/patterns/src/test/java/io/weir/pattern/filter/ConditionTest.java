package io.weir.pattern.filter;

import static io.weir.pattern.filter.Condition.everything;
import static io.weir.pattern.filter.Condition.not;
import static io.weir.pattern.filter.Condition.partitionKey;
import static io.weir.pattern.filter.Condition.rowKey;
import static io.weir.pattern.filter.Condition.timestamp;
import static io.weir.pattern.filter.Condition.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.edm.EdmInt64;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.Filter;
import io.weir.pattern.key.CompoundKey;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The text of conditions, which is that of their filters. */
final class ConditionTest {

  @Test
  void aConditionPrintsAsItsFilter() {
    assertThat(where("Age").gt(30).and(partitionKey().is("Sales")))
        .hasToString("Age gt 30 and PartitionKey eq 'Sales'");
  }

  @Test
  void everyMethodPrintsItsOperator() {
    var age = where("Age");

    assertThat(age.is(1)).hasToString("Age eq 1");
    assertThat(age.isNot(1)).hasToString("Age ne 1");
    assertThat(age.gt(1)).hasToString("Age gt 1");
    assertThat(age.ge(1)).hasToString("Age ge 1");
    assertThat(age.lt(1)).hasToString("Age lt 1");
    assertThat(age.le(1)).hasToString("Age le 1");
    assertThat(age.from(1, 9)).hasToString("Age ge 1 and Age lt 9");
  }

  @Test
  void everyTypePrintsItsLiteral() {
    var id = new UUID(0, 1);
    var x = where("X");

    assertThat(x.is("it's")).hasToString("X eq 'it''s'");
    assertThat(x.is((byte) 1)).isEqualTo(x.is((short) 1)).isEqualTo(x.is(1));
    assertThat(x.is(1L)).hasToString("X eq 1L").isEqualTo(x.is(new EdmInt64(1)));
    assertThat(x.is(1.5f)).hasToString("X eq 1.5").isEqualTo(x.is(1.5));
    assertThat(x.is(true)).hasToString("X eq true");
    assertThat(x.is(id)).hasToString("X eq guid'00000000-0000-0000-0000-000000000001'");
    assertThat(x.is(new byte[] {1, -1})).hasToString("X eq X'01ff'");
    assertThat(x.is(TimeUnit.DAYS)).hasToString("X eq 'DAYS'");
    assertThat(timestamp().ge(Instant.parse("2026-01-01T00:00:00Z")))
        .hasToString("Timestamp ge datetime'2026-01-01T00:00:00Z'")
        .isEqualTo(timestamp().ge(OffsetDateTime.parse("2026-01-01T01:00:00+01:00")));
  }

  @Test
  void eachStepTakesThePrecedingConditionAsOneOperand() {
    var a = where("A").is(1);
    var b = where("B").is(2);
    var c = where("C").is(3);

    assertThat(a.or(b).and(c)).hasToString("(A eq 1 or B eq 2) and C eq 3");
    assertThat(a.and(b).or(c)).hasToString("A eq 1 and B eq 2 or C eq 3");
    assertThat(a.and(b).and(c)).hasToString("A eq 1 and B eq 2 and C eq 3");
    assertThat(a.and(b.and(c))).isEqualTo(a.and(b).and(c));
    assertThat(a.or(b.or(c))).hasToString("A eq 1 or B eq 2 or C eq 3");
    assertThat(not(a.or(b)).and(c.negated())).hasToString("not (A eq 1 or B eq 2) and not C eq 3");
  }

  @Test
  void theInConditionAcceptsOneValueOrNone() {
    assertThat(where("A").in(1, 2)).hasToString("A eq 1 or A eq 2");
    assertThat(where("A").in(List.of("x"))).hasToString("A eq 'x'");
    assertThat(where("A").in().filter()).isEqualTo(Filter.NONE);
    assertThat(everything().filter()).isEqualTo(Filter.ALL);
  }

  @Test
  void aPrefixBecomesARange() {
    assertThat(rowKey().startsWith("2026-01"))
        .hasToString("RowKey ge '2026-01' and RowKey lt '2026-02'");
    assertThat(where("Name").startsWith("")).hasToString("Name ge ''");
    assertThat(rowKey().within(CompoundKey.of("Oslo").prefix()))
        .hasToString("RowKey ge 'Oslo!' and RowKey lt 'Oslo\"'");
  }

  @Test
  void functionsPrintByTheirNames() {
    var name = where("Name");

    assertThat(name.contains("it's")).hasToString("contains(Name,'it''s')");
    assertThat(name.endsWith("x").negated()).hasToString("not endswith(Name,'x')");
    assertThat(name.lowered().startsWith("x")).hasToString("startswith(tolower(Name),'x')");
    assertThat(name.lowered().endsWith("x")).hasToString("endswith(tolower(Name),'x')");
    assertThat(name.lowered().contains("x")).hasToString("contains(tolower(Name),'x')");
    assertThat(name.lowered().in("a", "b"))
        .hasToString("tolower(Name) eq 'a' or tolower(Name) eq 'b'");
    assertThat(name.length().from(3, 5L)).hasToString("length(Name) ge 3 and length(Name) lt 5L");
  }

  @Test
  void aValueThatCannotBeComparedIsRefusedWithItsType() {
    assertThatThrownBy(() -> where("A").is(BigDecimal.ONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("type=java.math.BigDecimal");
    assertThatThrownBy(() -> where("true").is(1).toString())
        .isInstanceOf(TableServiceException.class);
  }
}

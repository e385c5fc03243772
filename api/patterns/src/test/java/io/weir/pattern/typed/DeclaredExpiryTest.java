package io.weir.pattern.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.AfterAge;
import io.weir.api.entity.AtProperty;
import io.weir.api.entity.Expiry;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rule of expiry that a type declares, and its application to the table. */
final class DeclaredExpiryTest {

  record Session(
      @PartitionKey String user,
      @RowKey String id,
      @ExpiresAt Instant until) {}

  @ExpiresAfter(age = "P7D")
  record Reading(@PartitionKey String sensor, @RowKey String at) {}

  record Lasting(@PartitionKey String a, @RowKey String b) {}

  @ExpiresAfter(age = "P7D")
  record Both(
      @PartitionKey String a, @RowKey String b, @ExpiresAt Instant until) {}

  record Two(
      @PartitionKey String a,
      @RowKey String b,
      @ExpiresAt Instant c,
      @ExpiresAt Instant d) {}

  record Text(
      @PartitionKey String a, @RowKey String b, @ExpiresAt String until) {}

  record Hidden(
      @PartitionKey String a,
      @RowKey String b,
      @ExpiresAt @Encrypted Instant until) {}

  @ExpiresAfter(age = "PT0.5S")
  record TooShort(@PartitionKey String a, @RowKey String b) {}

  private final ModelTableService service = new ModelTableService();

  @BeforeEach
  void create() {
    service.createTable(new TableName("Rain")).block();
  }

  @Test
  void theRuleOfTheTypeIsSet() {
    TypedTable.of(service, "Rain", Session.class).ensureExpiry().block();
    assertThat(rule()).isEqualTo(new AtProperty("until"));

    TypedTable.of(service, "Rain", Reading.class).ensureExpiry().block();
    assertThat(rule()).isEqualTo(new AfterAge(Duration.ofDays(7)));
  }

  @Test
  void aTypeWithoutARuleRemovesTheTablesRule() {
    service
        .set(new TableName("Rain"), TableSetting.EXPIRY, Expiry.after(Duration.ofDays(1)))
        .block();

    TypedTable.of(service, "Rain", Lasting.class).ensureExpiry().block();

    assertThat(rule()).isNull();
  }

  @Test
  void aValueWhoseMomentHasPassedIsAbsent() {
    var table = TypedTable.of(service, "Rain", Session.class);
    table.ensureExpiry().block();
    table.insert(new Session("u", "1", Instant.EPOCH)).block();
    table.insert(new Session("u", "2", null)).block();

    assertThat(table.get("u", "1").blockOptional()).isEmpty();
    assertThat(table.query().map(Session::id).collectList().block()).containsExactly("2");
  }

  @Test
  void contradictionsAreRefused() {
    for (var type :
        new Class<?>[] {Both.class, Two.class, Text.class, Hidden.class, TooShort.class}) {
      assertThatThrownBy(() -> EntityType.of(type))
          .as(type.getName())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(type.getName());
    }
  }

  private Expiry rule() {
    return service.setting(new TableName("Rain"), TableSetting.EXPIRY).block();
  }
}

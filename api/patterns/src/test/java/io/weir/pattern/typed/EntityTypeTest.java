package io.weir.pattern.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.PropertyNamingStrategies.UpperCamelCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** The mapping of values to entities and back. */
final class EntityTypeTest {

  private static final Instant AT = Instant.parse("2026-01-02T03:04:05.0000006Z");
  private static final UUID ID = new UUID(1, 2);

  record Everything(
      @PartitionKey String group,
      @RowKey String name,
      int small,
      short shorter,
      long large,
      double real,
      float single,
      boolean yes,
      UUID id,
      Instant at,
      OffsetDateTime there,
      EdmDateTime ticks,
      TimeUnit unit,
      LocalDate day,
      Optional<Instant> perhaps,
      Integer boxed,
      Money price,
      @JsonText List<String> tags,
      @JsonText BigDecimal exact) {}

  record Money(@JsonValue String text) {}

  @Test
  void everyTypeMapsToItsEdmType() {
    var type = EntityType.of(Everything.class);
    var value = everything();

    var entity = type.toEntity(value);

    assertThat(entity.partitionKey()).isEqualTo("g");
    assertThat(entity.rowKey()).isEqualTo("n");
    assertThat(entity.toMap())
        .containsExactly(
            Map.entry("small", new EdmInt32(1)),
            Map.entry("shorter", new EdmInt32(2)),
            Map.entry("large", new EdmInt64(3)),
            Map.entry("real", new EdmDouble(4)),
            Map.entry("single", new EdmDouble(0.5)),
            Map.entry("yes", new EdmBoolean(true)),
            Map.entry("id", new EdmGuid(ID)),
            Map.entry("at", EdmDateTime.of(AT)),
            Map.entry("there", EdmDateTime.of(AT)),
            Map.entry("ticks", EdmDateTime.of(AT)),
            Map.entry("unit", new EdmString("DAYS")),
            Map.entry("day", new EdmString("2026-01-02")),
            Map.entry("perhaps", EdmDateTime.of(AT)),
            Map.entry("boxed", new EdmInt32(5)),
            Map.entry("price", new EdmString("1 EUR")),
            Map.entry("tags", new EdmString("[\"a\",\"b\"]")),
            Map.entry("exact", new EdmString("1.10")));
    assertThat(type.fromEntity(entity)).isEqualTo(value);
    assertThat(type.encrypted()).isEmpty();
  }

  @Test
  void nullAndEmptyValuesMapToAbsentPropertiesAndBack() {
    record Sparse(
        @PartitionKey String group, @RowKey String name, String text, Optional<Integer> number) {}
    var type = EntityType.of(Sparse.class);
    var value = new Sparse("g", "", null, Optional.empty());

    assertThat(type.toEntity(value)).isEqualTo(Entity.builder("g", "").build());
    assertThat(type.fromEntity(Entity.builder("g", "").build())).isEqualTo(value);
  }

  static final class Bean {
    private String group = "";
    private String name = "";
    private byte[] bytes = {};
    private String version;
    private OffsetDateTime written;
    private int count = 7;

    @PartitionKey
    public String getGroup() {
      return group;
    }

    public void setGroup(String group) {
      this.group = group;
    }

    @RowKey
    @JsonProperty("Id")
    public String getName() {
      return name;
    }

    public void setName(String name) {
      this.name = name;
    }

    @JsonProperty("Bytes")
    public byte[] getBytes() {
      return bytes;
    }

    public void setBytes(byte[] bytes) {
      this.bytes = bytes;
    }

    @EntityVersion
    public String getVersion() {
      return version;
    }

    public void setVersion(String version) {
      this.version = version;
    }

    @Timestamp
    public OffsetDateTime getWritten() {
      return written;
    }

    public void setWritten(OffsetDateTime written) {
      this.written = written;
    }

    public int getCount() {
      return count;
    }

    public void setCount(int count) {
      this.count = count;
    }

    @JsonIgnore
    public String getSecret() {
      return "not stored";
    }
  }

  @Test
  void beansAreMappedByTheirGettersAndKeepDefaultsOfAbsentProperties() {
    var type = EntityType.of(Bean.class);
    var bean = new Bean();
    bean.setGroup("g");
    bean.setName("n");
    bean.setBytes(new byte[] {1, -1});

    var entity = type.toEntity(bean);
    var back = type.fromEntity(
        Entity.builder("g", "n").set("Bytes", new byte[] {2}).build().withTimestamp(77));

    assertThat(entity.toMap())
        .isEqualTo(Map.of("Bytes", new EdmBinary(new byte[] {1, -1}), "count", new EdmInt32(7)));
    assertThat(back.getName()).isEqualTo("n");
    assertThat(back.getBytes()).containsExactly(2);
    assertThat(back.getCount()).isEqualTo(7);
    assertThat(back.getVersion()).startsWith("W/\"datetime'1601");
    assertThat(back.getWritten().toInstant()).isEqualTo(new EdmDateTime(77).toInstant());
  }

  @JsonNaming(UpperCamelCaseStrategy.class)
  record Reading(
      @PartitionKey String site,
      @PartitionKey(order = 1, digits = 4) int sensor,
      @RowKey(newestFirst = true) Instant at,
      @RowKey(order = 1) UUID id,
      double celsius) {}

  @Test
  void keysOfSeveralFieldsArePaddedAndReadBack() {
    var type = EntityType.of(Reading.class);
    var value = new Reading("Oslo!", 42, AT, ID, 1.5);

    var entity = type.toEntity(value);

    assertThat(entity.partitionKey()).isEqualTo("Oslo\"1!0042");
    assertThat(entity.rowKey())
        .isEqualTo("2516349777549999993!00000000-0000-0001-0000-000000000002");
    assertThat(entity.toMap()).containsExactly(Map.entry("Celsius", new EdmDouble(1.5)));
    assertThat(type.fromEntity(entity)).isEqualTo(value);
    assertThat(type.keyOf(value)).isEqualTo(entity.key());
    assertThat(type.selection().names())
        .containsExactlyInAnyOrder("PartitionKey", "RowKey", "Celsius");
  }

  record Signed(
      @PartitionKey int number,
      @RowKey long other,
      @EntityVersion ETag tag) {}

  @Test
  void aKeyOfOneNumberIsPadded() {
    var type = EntityType.of(Signed.class);

    var entity = type.toEntity(new Signed(-1, 1, null));

    assertThat(entity.partitionKey()).isEqualTo("02147483647");
    assertThat(entity.rowKey()).isEqualTo("10000000000000000001");
    assertThat(type.fromEntity(entity.withTimestamp(5)))
        .isEqualTo(new Signed(-1, 1, ETag.ofTimestamp(5)));
  }

  static final class Open {
    private final Map<String, Object> rest = new LinkedHashMap<>();

    @PartitionKey
    public String group = "g";

    @RowKey
    public String name = "n";

    @JsonAnyGetter
    public Map<String, Object> rest() {
      return rest;
    }

    @JsonAnySetter
    void put(String property, Object value) {
      rest.put(property, value);
    }
  }

  @Test
  void aTypeWithAnAnySetterKeepsUnknownProperties() {
    var type = EntityType.of(Open.class);
    var entity = Entity.builder("g", "n")
        .set("At", AT)
        .set("Id", ID)
        .set("Bytes", new byte[] {1})
        .set("Large", 1L)
        .set("Small", 1)
        .set("Real", 1.0)
        .set("Yes", true)
        .set("Text", "x")
        .build();

    assertThat(type.toEntity(type.fromEntity(entity))).isEqualTo(entity);
  }

  @Test
  void anUnsupportedPropertyTypeIsRefusedWhenTheTypeIsMapped() {
    record Lists(@PartitionKey String a, @RowKey String b, List<String> tags) {}
    record Decimals(@PartitionKey String a, @RowKey String b, BigDecimal exact) {}
    record Integers(@PartitionKey String a, @RowKey String b, BigInteger huge) {}
    record Nested(@PartitionKey String a, @RowKey String b, Money2 price) {}
    record Maps(@PartitionKey String a, @RowKey String b, Map<String, String> map) {}

    refused(Lists.class, "@JsonText", "property=tags", "List");
    refused(Decimals.class, "@JsonText", "property=exact");
    refused(Integers.class, "@JsonText", "property=huge");
    refused(Nested.class, "@JsonText", "property=price", "Money2");
    refused(Maps.class, "@JsonText", "property=map");
  }

  record Money2(long cents, String currency) {}

  @Test
  void invalidAnnotationsAreRefusedWhenTheTypeIsMapped() {
    record RealKey(@PartitionKey double a, @RowKey String b) {}
    record DigitsOfText(
        @PartitionKey(digits = 3) String a, @RowKey String b) {}
    record TwoTags(
        @PartitionKey String a,
        @RowKey String b,
        @EntityVersion String c,
        @EntityVersion String d) {}
    record NumberTag(
        @PartitionKey String a,
        @RowKey String b,
        @EntityVersion int c) {}
    record TextTime(
        @PartitionKey String a, @RowKey String b, @Timestamp String c) {}
    record HiddenKey(
        @PartitionKey @Encrypted String a, @RowKey String b) {}

    refused(RealKey.class, "Edm.Double");
    refused(DigitsOfText.class, "Only whole numbers have digits");
    refused(TwoTags.class, "Only one property may have @EntityVersion", "property=d");
    refused(NumberTag.class, "Edm.String", "property=c");
    refused(TextTime.class, "Edm.DateTime", "property=c");
    refused(HiddenKey.class, "cannot be encrypted", "property=a");
  }

  @Test
  void aPropertyOfAnotherTypeFailsTheMapping() {
    record Whole(@PartitionKey String a, @RowKey String b, int number) {}
    record Moment(@PartitionKey String a, @RowKey String b, Instant moment) {}

    unreadable(Whole.class, Entity.builder("a", "b").set("number", "1").build(), "number");
    unreadable(Whole.class, Entity.builder("a", "b").set("number", 1.5).build(), "number");
    unreadable(Whole.class, Entity.builder("a", "b").set("number", 1L << 40).build(), "number");
    unreadable(Moment.class, Entity.builder("a", "b").set("moment", "2026").build(), "moment");
    assertThat(EntityType.of(Whole.class)
            .fromEntity(Entity.builder("a", "b").set("number", 1L).build()))
        .isEqualTo(new Whole("a", "b", 1));
  }

  @Test
  void anAbsentPropertyLeavesAPrimitiveAtItsDefault() {
    record Primitive(@PartitionKey String a, @RowKey String b, int number, boolean yes) {}

    assertThat(
            EntityType.of(Primitive.class).fromEntity(Entity.builder("a", "b").build()))
        .isEqualTo(new Primitive("a", "b", 0, false));
  }

  @Test
  void aMissingKeyPropertyOrValueFailsTheMapping() {
    record NoRow(@PartitionKey String a, int b) {}
    record Keyed(@PartitionKey String a, @RowKey String b) {}

    assertThatThrownBy(() -> EntityType.of(NoRow.class).toEntity(new NoRow("a", 1)))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("missing=@RowKey");
    assertThatThrownBy(() -> EntityType.of(Keyed.class).toEntity(new Keyed("a", null)))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("property=b");
  }

  private static Everything everything() {
    return new Everything(
        "g",
        "n",
        1,
        (short) 2,
        3,
        4,
        0.5f,
        true,
        ID,
        AT,
        AT.atOffset(ZoneOffset.UTC),
        EdmDateTime.of(AT),
        TimeUnit.DAYS,
        LocalDate.of(2026, 1, 2),
        Optional.of(AT),
        5,
        new Money("1 EUR"),
        List.of("a", "b"),
        new BigDecimal("1.10"));
  }

  private static void refused(Class<?> type, String... facts) {
    assertThatThrownBy(() -> EntityType.of(type))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(facts);
  }

  private static void unreadable(Class<?> type, Entity entity, String property) {
    assertThatThrownBy(() -> EntityType.of(type).fromEntity(entity))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining(property)
        .hasMessageContaining("partitionKey=a");
  }
}

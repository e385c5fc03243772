package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmType;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cases for values: every type, value and name is returned as it was stored. */
public interface ValuesContract extends Door {

  @ParameterizedTest
  @EnumSource
  default void everyValueOfTheTypeIsReadBack(EdmType type) {
    var written = entity("TX", "1");
    var values = Samples.ascending(type);
    for (var i = 0; i < values.size(); i++) {
      written.set("Value" + i, values.get(i));
    }

    assertComesBack(written);
  }

  @Test
  default void anEntityWithoutPropertiesIsReadBack() {
    assertComesBack(entity("TX", "1"));
  }

  @Test
  default void oneEntityMayHaveAllTypes() {
    var written = entity("TX", "1");
    for (var type : EdmType.values()) {
      written.set("Value" + type.tag(), Samples.ascending(type).get(1));
    }

    assertComesBack(written);
  }

  @Test
  default void nanAndBothZerosAreReadBackUnchanged() {
    var back = assertComesBack(
        entity("TX", "1").set("NaN", Double.NaN).set("Minus", -0.0).set("Plus", 0.0));

    assertThat(back.get("NaN")).contains(new EdmDouble(Double.NaN));
    assertThat(back.get("Minus")).contains(new EdmDouble(-0.0));
    assertThat(back.get("Plus")).contains(new EdmDouble(0.0));
  }

  @Test
  default void aNumberKeepsItsType() {
    var back = assertComesBack(
        entity("TX", "1").set("Int32", 3).set("Int64", 3L).set("Double", 3.0).set("String", "3"));

    assertThat(back.get("Int32")).contains(new EdmInt32(3));
    assertThat(back.get("Int64")).contains(new EdmInt64(3));
    assertThat(back.get("Double")).contains(new EdmDouble(3));
    assertThat(back.get("String")).contains(new EdmString("3"));
  }

  @Test
  default void textThatLooksLikeAnotherTypeStaysText() {
    assertComesBack(entity("TX", "1")
        .set("Date", "2020-11-07T01:23:21.05Z")
        .set("Guid", "00000000-0000-0000-0000-000000000001")
        .set("Truth", "true")
        .set("NotANumber", "NaN")
        .set("Base64", "AAEC"));
  }

  @Test
  default void textMayHoldAnyCharacter() {
    var everyUnit = new StringBuilder();
    for (var unit = 0; unit < Limits.STRING_UNITS && unit < Character.MIN_SURROGATE; unit++) {
      everyUnit.append((char) unit);
    }

    assertComesBack(entity("TX", "1")
        .set("Units", everyUnit.toString())
        .set("Quotes", "'\"\\/<>&{}[]\r\n\t")
        .set("Astral", "\uD83D\uDE00\uD800\uDC00\uDBFF\uDFFF"));
  }

  @Test
  default void bytesMayHaveAnyValue() {
    var everyByte = new byte[256];
    for (var i = 0; i < everyByte.length; i++) {
      everyByte[i] = (byte) i;
    }

    assertComesBack(entity("TX", "1").set("Bytes", everyByte).set("None", new byte[0]));
  }

  @Test
  default void namesOfPropertiesDifferByCase() {
    var back = assertComesBack(entity("TX", "1").set("Cost", 1).set("cost", 2).set("COST", 3));

    assertThat(back.getInt32("cost")).contains(2);
    assertThat(back.getInt32("Cost")).contains(1);
    assertThat(back.getInt32("coST")).isEmpty();
  }

  @Test
  default void namesOfPropertiesMayBeAnyIdentifier() {
    assertComesBack(entity("TX", "1")
        .set("_", 1)
        .set("Gr\u00F6\u00DFe", 2)
        .set("\u65E5\u4ED8", 3)
        .set("timestamp", 4)
        .set("partitionKey", 5)
        .set("odata_type", 6));
  }

  /** Stores the entity, asserts that it is returned unchanged, and returns it. */
  private Entity assertComesBack(EntityBuilder entity) {
    var strikes = Table.in(this);
    var written = entity.build();
    strikes.insert(written);

    midScenario();
    var back = strikes.get(written.partitionKey(), written.rowKey());

    assertThat(back.key()).isEqualTo(written.key());
    assertThat(back.toMap()).isEqualTo(written.toMap());
    assertThat(strikes.all()).containsExactly(back);
    return back;
  }
}

package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Failures.assertTableNotFound;
import static io.weir.api.write.WriteMode.MERGE;
import static io.weir.api.write.WriteMode.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmString;
import io.weir.api.write.WriteMode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cases for upserts: an upsert stores an entity whether or not it exists. */
public interface UpsertContract extends Door {

  @ParameterizedTest
  @EnumSource
  default void anUpsertStoresAnAbsentEntity(WriteMode mode) {
    var strikes = Table.in(this);
    var written = strikes.upsert(mode, entity("TX", "1").set("Species", "Killdeer"));

    midScenario();
    var back = strikes.get("TX", "1");

    assertThat(back.toMap()).isEqualTo(Map.of("Species", new EdmString("Killdeer")));
    assertThat(back.timestampTicks()).isEqualTo(written.timestampTicks());
  }

  @ParameterizedTest
  @EnumSource
  default void anUpsertChangesAStoredEntityAndItsVersion(WriteMode mode) {
    var strikes = Table.in(this);
    var first = strikes.insert(entity("TX", "1").set("Height", 1));

    midScenario();
    var second = strikes.upsert(mode, entity("TX", "1").set("Height", 2));

    assertThat(strikes.get("TX", "1").getInt32("Height")).contains(2);
    assertThat(strikes.get("TX", "1").etag()).isEqualTo(second.etag()).isNotEqualTo(first.etag());
    assertThat(strikes.all()).hasSize(1);
  }

  @Test
  default void anUpsertInMergeModeKeepsOtherProperties() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Species", "Killdeer").set("Height", 1));

    midScenario();
    strikes.upsert(MERGE, entity("TX", "1").set("Height", 2).set("Cost", 3));

    assertThat(strikes.get("TX", "1").toMap()).isEqualTo(MergeContract.MERGED);
  }

  @Test
  default void anUpsertInReplaceModeDropsOtherProperties() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Species", "Killdeer").set("Height", 1));

    midScenario();
    strikes.upsert(REPLACE, entity("TX", "1").set("Cost", 3));

    assertThat(strikes.get("TX", "1").toMap()).isEqualTo(Map.of("Cost", new EdmInt32(3)));
  }

  @ParameterizedTest
  @EnumSource
  default void anEntityIsUpsertedRepeatedly(WriteMode mode) {
    var strikes = Table.in(this);
    for (var i = 0; i < 20; i++) {
      strikes.upsert(mode, entity("TX", "1").set("Count", i));
    }

    midScenario();

    assertThat(strikes.get("TX", "1").getInt32("Count")).contains(19);
    assertThat(strikes.all()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  default void nothingIsUpsertedIntoAnAbsentTable(WriteMode mode) {
    var strikes = Table.absentIn(this);

    assertTableNotFound(() -> strikes.upsert(mode, entity("TX", "1")));
    midScenario();
    strikes.create();

    assertThat(strikes.all()).isEmpty();
  }
}

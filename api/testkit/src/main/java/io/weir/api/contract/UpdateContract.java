package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Failures.assertNotFound;
import static io.weir.api.contract.Failures.assertOtherVersion;
import static io.weir.api.contract.Failures.assertTableNotFound;
import static io.weir.api.write.WriteMode.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.ETag;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.WriteMode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cases for updates: an update changes a stored entity if it has the expected version. */
public interface UpdateContract extends Door {

  @ParameterizedTest
  @EnumSource
  default void anUpdateOfAnyVersionChangesTheEntity(WriteMode mode) {
    var strikes = Table.in(this);
    var first = strikes.insert(entity("TX", "1").set("Height", 1));

    midScenario();
    var second = strikes.update(mode, entity("TX", "1").set("Height", 2), IfMatch.ANY);

    assertThat(strikes.get("TX", "1").getInt32("Height")).contains(2);
    assertThat(strikes.get("TX", "1").etag()).isEqualTo(second.etag()).isNotEqualTo(first.etag());
  }

  @ParameterizedTest
  @EnumSource
  default void anUpdateOfTheStoredVersionChangesTheEntity(WriteMode mode) {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Height", 1));
    var stored = strikes.get("TX", "1").etag().orElseThrow();

    midScenario();
    strikes.update(mode, entity("TX", "1").set("Height", 2), IfMatch.version(stored));

    assertThat(strikes.get("TX", "1").getInt32("Height")).contains(2);
  }

  @ParameterizedTest
  @EnumSource
  default void anUpdateOfAnOlderVersionChangesNothing(WriteMode mode) {
    var strikes = Table.in(this);
    var stale = strikes.insert(entity("TX", "1").set("Height", 1)).etag().orElseThrow();
    var current = strikes.upsert(REPLACE, entity("TX", "1").set("Height", 2));

    midScenario();
    var failure = assertOtherVersion(
        () -> strikes.update(mode, entity("TX", "1").set("Height", 3), IfMatch.version(stale)));

    assertThat(failure.failedOperation()).isEqualTo(TableServiceException.NO_OPERATION);
    assertThat(strikes.get("TX", "1").getInt32("Height")).contains(2);
    assertThat(strikes.get("TX", "1").etag()).isEqualTo(current.etag());
  }

  @ParameterizedTest
  @EnumSource
  default void anUpdateOfAVersionThatNeverWasChangesNothing(WriteMode mode) {
    var strikes = Table.in(this);
    var stored = strikes.insert(entity("TX", "1").set("Height", 1));
    var foreign = IfMatch.version(new ETag("W/\"somebody else's\""));
    var neighbour = IfMatch.version(ETag.ofTimestamp(stored.timestampTicks() + 1));

    midScenario();
    assertOtherVersion(() -> strikes.update(mode, entity("TX", "1").set("Height", 2), foreign));
    assertOtherVersion(() -> strikes.update(mode, entity("TX", "1").set("Height", 2), neighbour));

    assertThat(strikes.get("TX", "1").getInt32("Height")).contains(1);
  }

  @ParameterizedTest
  @EnumSource
  default void anAbsentEntityCannotBeUpdated(WriteMode mode) {
    var strikes = Table.in(this);
    var elsewhere = strikes.insert(entity("TX", "2")).etag().orElseThrow();

    midScenario();
    assertNotFound(() -> strikes.update(mode, entity("TX", "1"), IfMatch.ANY));
    assertNotFound(() -> strikes.update(mode, entity("TX", "1"), IfMatch.version(elsewhere)));

    assertThat(strikes.find("TX", "1")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  default void aDeletedEntityCannotBeUpdated(WriteMode mode) {
    var strikes = Table.in(this);
    var last = strikes.insert(entity("TX", "1")).etag().orElseThrow();
    strikes.delete("TX", "1", IfMatch.ANY);

    midScenario();
    assertNotFound(() -> strikes.update(mode, entity("TX", "1"), IfMatch.ANY));
    assertNotFound(() -> strikes.update(mode, entity("TX", "1"), IfMatch.version(last)));

    assertThat(strikes.find("TX", "1")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  default void nothingIsUpdatedInAnAbsentTable(WriteMode mode) {
    var strikes = Table.absentIn(this);

    midScenario();

    assertTableNotFound(() -> strikes.update(mode, entity("TX", "1"), IfMatch.ANY));
  }

  @Test
  default void anUpdateInReplaceModeDropsOtherProperties() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Species", "Killdeer").set("Height", 1));

    midScenario();
    strikes.update(REPLACE, entity("TX", "1").set("Cost", 3), IfMatch.ANY);

    assertThat(strikes.get("TX", "1").toMap()).isEqualTo(Map.of("Cost", new EdmInt32(3)));
  }

  @Test
  default void anUpdateInReplaceModeMayLeaveNoProperties() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Species", "Killdeer"));

    midScenario();
    strikes.update(REPLACE, entity("TX", "1"), IfMatch.ANY);

    assertThat(strikes.get("TX", "1").toMap()).isEmpty();
  }
}

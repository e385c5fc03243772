package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.keysOf;
import static io.weir.api.contract.Failures.assertEntityExists;
import static io.weir.api.contract.Failures.assertTableNotFound;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.TableServiceException;
import io.weir.api.write.IfMatch;
import org.junit.jupiter.api.Test;

/** Cases for inserts: an insert stores an entity that is absent. */
public interface InsertContract extends Door {

  @Test
  default void anInsertedEntityCanBeRead() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Species", "Killdeer"));

    midScenario();

    assertThat(strikes.get("TX", "1").getString("Species")).contains("Killdeer");
    assertThat(keysOf(strikes.all())).containsExactly("TX/1");
  }

  @Test
  default void anInsertReturnsTheStoredVersion() {
    var strikes = Table.in(this);
    var written = strikes.insert(entity("TX", "1").set("Species", "Killdeer"));

    midScenario();
    var back = strikes.get("TX", "1");

    assertThat(written.timestampTicks()).isPositive().isEqualTo(back.timestampTicks());
    assertThat(written.etag()).isPresent().isEqualTo(back.etag());
  }

  @Test
  default void anEntityIsInsertedOnlyOnce() {
    var strikes = Table.in(this);
    var written = strikes.insert(entity("TX", "1").set("Species", "Killdeer"));

    midScenario();
    var failure =
        assertEntityExists(() -> strikes.insert(entity("TX", "1").set("Species", "Osprey")));

    assertThat(failure.failedOperation()).isEqualTo(TableServiceException.NO_OPERATION);
    assertThat(strikes.get("TX", "1").getString("Species")).contains("Killdeer");
    assertThat(strikes.get("TX", "1").timestampTicks()).isEqualTo(written.timestampTicks());
  }

  @Test
  default void anEntityIsInsertedAgainAfterItsDeletion() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Species", "Killdeer").set("Height", 300));
    strikes.delete("TX", "1", IfMatch.ANY);

    midScenario();
    strikes.insert(entity("TX", "1").set("Species", "Osprey"));

    assertThat(strikes.get("TX", "1").getString("Species")).contains("Osprey");
    assertThat(strikes.get("TX", "1").getInt32("Height")).isEmpty();
  }

  @Test
  default void theTimestampOfAWrittenEntityIsIgnored() {
    var strikes = Table.in(this);
    var forged = entity("TX", "1").set("Species", "Killdeer").build().withTimestamp(42);
    var written = strikes.insert(forged);

    midScenario();

    assertThat(written.timestampTicks()).isNotEqualTo(42);
    assertThat(strikes.get("TX", "1").timestampTicks()).isEqualTo(written.timestampTicks());
  }

  @Test
  default void nothingIsInsertedIntoAnAbsentTable() {
    var strikes = Table.absentIn(this);

    assertTableNotFound(() -> strikes.insert(entity("TX", "1")));
    midScenario();
    strikes.create();

    assertThat(strikes.all()).isEmpty();
  }
}

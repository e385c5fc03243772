package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.keysOf;
import static io.weir.api.contract.Entities.numbered;
import static io.weir.api.contract.Failures.assertNotFound;
import static io.weir.api.contract.Failures.assertOtherVersion;
import static io.weir.api.contract.Failures.assertTableNotFound;
import static io.weir.api.write.WriteMode.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.ETag;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** Cases for deletes: a delete removes an entity if it has the expected version. */
public interface DeleteContract extends Door {

  @Test
  default void aDeletedEntityIsGone() {
    var strikes = Table.in(this).load(numbered("TX", 3));
    var outcome = strikes.delete("TX", "0001", IfMatch.ANY);

    midScenario();

    assertThat(outcome).isEqualTo(WriteResult.REMOVED);
    assertThat(outcome.etag()).isEmpty();
    assertThat(strikes.find("TX", "0001")).isEmpty();
    assertThat(keysOf(strikes.all())).containsExactly("TX/0000", "TX/0002");
  }

  @Test
  default void aDeleteOfTheStoredVersionRemovesTheEntity() {
    var strikes = Table.in(this);
    var stored = strikes.insert(entity("TX", "1")).etag().orElseThrow();

    midScenario();
    strikes.delete("TX", "1", IfMatch.version(stored));

    assertThat(strikes.find("TX", "1")).isEmpty();
  }

  @Test
  default void aDeleteOfAnOlderVersionChangesNothing() {
    var strikes = Table.in(this);
    var stale = strikes.insert(entity("TX", "1").set("Height", 1)).etag().orElseThrow();
    strikes.upsert(REPLACE, entity("TX", "1").set("Height", 2));

    assertOtherVersion(() -> strikes.delete("TX", "1", IfMatch.version(stale)));
    midScenario();

    assertThat(strikes.get("TX", "1").getInt32("Height")).contains(2);
  }

  @Test
  default void aDeleteOfAVersionThatNeverWasChangesNothing() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1"));

    assertOtherVersion(() -> strikes.delete("TX", "1", IfMatch.version(new ETag("W/\"\""))));
    midScenario();

    assertThat(strikes.find("TX", "1")).isPresent();
  }

  @Test
  default void anAbsentEntityCannotBeDeleted() {
    var strikes = Table.in(this);
    var elsewhere = strikes.insert(entity("TX", "2")).etag().orElseThrow();

    midScenario();

    assertNotFound(() -> strikes.delete("TX", "1", IfMatch.ANY));
    assertNotFound(() -> strikes.delete("TX", "1", IfMatch.version(elsewhere)));
  }

  @Test
  default void anEntityIsDeletedOnlyOnce() {
    var strikes = Table.in(this);
    var stored = strikes.insert(entity("TX", "1")).etag().orElseThrow();
    strikes.delete("TX", "1", IfMatch.version(stored));

    midScenario();

    assertNotFound(() -> strikes.delete("TX", "1", IfMatch.version(stored)));
  }

  @Test
  default void aDeleteOfAnEarlierVersionKeepsARecreatedEntity() {
    var strikes = Table.in(this);
    var former = strikes.insert(entity("TX", "1")).etag().orElseThrow();
    strikes.delete("TX", "1", IfMatch.ANY);
    midScenario();
    strikes.insert(entity("TX", "1"));

    assertOtherVersion(() -> strikes.delete("TX", "1", IfMatch.version(former)));

    assertThat(strikes.find("TX", "1")).isPresent();
  }

  @Test
  default void aPartitionMayBeEmptiedAndFilledAgain() {
    var strikes = Table.in(this).load(numbered("TX", 100)).load(numbered("CA", 1));
    strikes.submit(IntStream.range(0, 100)
        .<Write>mapToObj(i -> new Write.Delete(Entities.key("TX", Entities.number(i)), IfMatch.ANY))
        .toList());

    midScenario();
    assertThat(keysOf(strikes.all())).containsExactly("CA/0000");
    strikes.load(numbered("TX", 100));

    assertThat(strikes.all()).hasSize(101);
  }

  @Test
  default void aDeleteIfExistsTellsWhetherTheEntityExisted() {
    var strikes = Table.in(this).load(numbered("TX", 2));

    assertThat(strikes.deleteIfExists("TX", "0001")).isTrue();
    midScenario();

    assertThat(strikes.deleteIfExists("TX", "0001")).isFalse();
    assertThat(strikes.deleteIfExists("CA", "0001")).isFalse();
    assertThat(keysOf(strikes.all())).containsExactly("TX/0000");
  }

  @Test
  default void aDeleteIfExistsOfAnOlderVersionChangesNothing() {
    var strikes = Table.in(this);
    var stale = strikes.insert(entity("TX", "1")).etag().orElseThrow();
    var stored =
        strikes.upsert(REPLACE, entity("TX", "1").set("Height", 2)).etag().orElseThrow();
    midScenario();

    assertOtherVersion(() -> strikes.deleteIfExists("TX", "1", IfMatch.version(stale)));
    assertThat(strikes.find("TX", "1")).isPresent();
    assertThat(strikes.deleteIfExists("TX", "1", IfMatch.version(stored))).isTrue();
    assertThat(strikes.deleteIfExists("TX", "1", IfMatch.version(stored))).isFalse();
  }

  @Test
  default void oneOfManyConcurrentDeletesIfExistsRemovedTheEntity() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1"));
    midScenario();

    var told = Flux.range(0, 16)
        .flatMap(i -> service().deleteIfExists(strikes.name(), Entities.key("TX", "1")), 16)
        .collectList()
        .block(Table.PATIENCE);

    assertThat(told).hasSize(16).containsOnlyOnce(true);
  }

  @Test
  default void nothingIsDeletedFromAnAbsentTable() {
    var strikes = Table.absentIn(this);

    midScenario();

    assertTableNotFound(() -> strikes.delete("TX", "1", IfMatch.ANY));
    assertTableNotFound(() -> strikes.deleteIfExists("TX", "1"));
  }
}

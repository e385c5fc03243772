package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.index.Duplicate;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.command.StalePlan;
import io.weir.engine.index.TableIndex;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A shard refuses writes that do not bring the claims which they move. */
final class UnplannedWriteTest extends SteppedShard {

  private static final TableIndex BY_A = new TableIndex(
      Integer.MIN_VALUE + 9, IndexDefinition.of("byA", "A").uniquely(), IndexState.BACKFILLING);

  @Test
  void aPlainWriteIsStaleOnceTheTableHasAUniqueIndex() {
    var before = settled(plain(insert("before")));
    indexes = List.of(BY_A);

    var after = settled(plain(insert("after")));

    assertThat(before.failure).isNull();
    assertThat(after.failure).isSameAs(StalePlan.REFUSAL);
    assertThat(isVisible("after")).isFalse();
  }

  @Test
  void aWriteThatWasPlannedWithoutMovesIsStaleIfItMovesAClaim() {
    indexes = List.of(BY_A);

    var answer = settled(plain(insert("r")).withoutMoves());

    assertThat(answer.failure).isSameAs(StalePlan.REFUSAL);
  }

  @Test
  void aPlannedWriteThatMovesNothingIsCarriedOut() {
    settled(plain(insert("r")));
    indexes = List.of(BY_A);

    var uncovered = settled(plain(upsert(Entity.builder("p", "other").build())).withoutMoves());
    var same =
        settled(plain(upsert(Entity.builder("p", "r").set("A", 1.0).set("B", 2).build()))
            .withoutMoves());

    assertThat(uncovered.failure).isNull();
    assertThat(same.failure).isNull();
  }

  @Test
  void aFailedIndexMakesNoWriteStale() {
    indexes = List.of(BY_A.failed(new Duplicate(new EntityKey("p", "1"), new EntityKey("p", "2"))));

    assertThat(settled(plain(insert("r"))).failure).isNull();
  }

  private static Write upsert(Entity entity) {
    return new Write.Upsert(entity, WriteMode.REPLACE);
  }

  private WriteCommand plain(Write write) {
    return command(write, Command.OVERHEAD_BYTES, new Answer());
  }

  private Answer settled(WriteCommand command) {
    assertThat(shard.offer(command)).isTrue();
    loop.run();
    while (log.waiting() > 0) {
      log.settleFirst();
      loop.run();
    }
    return (Answer) command.reply();
  }
}

package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.EntityKey;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.engine.command.KeyedClaim;
import io.weir.engine.command.ReleaseClaim;
import io.weir.engine.index.ClaimEncoder;
import io.weir.engine.index.LiveTables;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.TableIndex;
import io.weir.engine.index.TreeKeys;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A claim changes only as its holder permits. */
final class ClaimEvaluationTest {

  private static final int TABLE = 7;
  private static final EntityKey HOLDER = new EntityKey("p", "holder");

  private static final TableIndex INDEX = new TableIndex(
      Integer.MIN_VALUE + 9,
      IndexDefinition.of("byKey", "PartitionKey").uniquely(),
      IndexState.READABLE);

  private final KeyedClaim claim = new KeyedClaim(
      new ClaimEncoder(INDEX).claim(TreeKeys.of(TABLE, HOLDER.encoded()), new byte[Long.BYTES]),
      new PartitionGroups(4));

  @Test
  void theHolderReleasesItsClaim() {
    assertThat(release(HOLDER).changes())
        .singleElement()
        .satisfies(change -> assertThat(change.key()).isEqualTo(claim.key()));
  }

  @Test
  void anEntityThatIsNotTheHolderReleasesNothing() {
    assertThat(release(new EntityKey("p", "other")).changes()).isEmpty();
  }

  private ClaimEvaluation release(EntityKey by) {
    LiveTables tables = id -> true;
    var evaluation = new ClaimEvaluation(
        key -> Arrays.equals(key, claim.key()) ? HOLDER.encoded() : null,
        new IndexUpkeep(0, tables),
        tables,
        0,
        List.of());
    assertThat(evaluation.evaluate(List.of(new ReleaseClaim(0, claim, by)))).isNull();
    return evaluation;
  }
}

package io.weir.engine.offline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.engine.index.ClaimEncoder;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.TableIndex;
import io.weir.engine.index.TreeKeys;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Claims of unique indexes are no damage, unless they have another form. */
class StoredClaimTest {

  private static final EntityKey HOLDER = new EntityKey("p", "r");

  @Test
  void aClaimWithItsHolderIsSound() {
    assertThat(StoredForm.damageOf(claim(), HOLDER.encoded())).isEmpty();
  }

  @Test
  void aClaimOfAnotherLengthOrWithoutAHolderIsDamaged() {
    var longer = Arrays.copyOf(claim(), claim().length + 2);

    assertThat(StoredForm.damageOf(longer, HOLDER.encoded())).isEqualTo("claimLength");
    assertThat(StoredForm.damageOf(claim(), new byte[0])).startsWith("claimWithoutHolder");
    assertThat(StoredForm.damageOf(claim(), "no separator".getBytes(UTF_8)))
        .startsWith("claimWithoutHolder");
  }

  private static byte[] claim() {
    var index = new TableIndex(
        IndexKeys.idOf(4), IndexDefinition.of("byA", "A").uniquely(), IndexState.READABLE);
    var entity = Entity.builder("p", "r").set("A", 1).build();
    return new ClaimEncoder(index)
        .claim(TreeKeys.of(3, HOLDER.encoded()), entity.storedForm(7))
        .key(new PartitionGroups(16));
  }
}

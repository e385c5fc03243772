package io.weir.client.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.client.options.UnknownWrites;
import java.util.HashSet;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class ChangeTokensTest {

  private static final TableName TABLE = new TableName("People");
  private static final Write DELETE = new Write.Delete(new EntityKey("p", "0"), IfMatch.ANY);

  private final ChangeTokens tokens = new ChangeTokens(UnknownWrites.RESOLVE, new Random(1));

  @Test
  void eachChangeGetsATokenOfItsOwnAndKeepsAGivenOne() {
    var seen = new HashSet<UUID>();
    for (var i = 0; i < 100; i++) {
      seen.add(token(tokens.on(add("1"))));
    }
    var given = add("1").withToken(new UUID(3, 4));

    assertThat(seen).hasSize(100);
    assertThat(tokens.on(given)).isSameAs(given);
    assertThat(tokens.on(DELETE)).isSameAs(DELETE);
  }

  @Test
  void clientsMakeDifferentTokens() {
    var other = new ChangeTokens(UnknownWrites.RESOLVE, new Random(2));

    assertThat(token(other.on(add("1")))).isNotEqualTo(token(tokens.on(add("1"))));
  }

  @Test
  void oneTokenStandsForABatchAndForAJointCommit() {
    var batch = tokens.on(Batch.of(DELETE, add("1"), add("2")));
    var given = Batch.of(add("1"), add("2").withToken(new UUID(3, 4)));
    var commit = tokens.on(JointCommit.of(
        TableWrite.absent(TABLE, new EntityKey("q", "0")),
        TableWrite.of(TABLE, DELETE),
        TableWrite.of(TABLE, add("1")),
        TableWrite.of(TABLE, add("2"))));

    assertThat(batch.writes()).map(ChangeTokens::has).containsExactly(false, true, false);
    assertThat(tokens.on(given)).isSameAs(given);
    assertThat(commit.operations())
        .map(operation ->
            operation instanceof TableWrite.Change change && ChangeTokens.has(change.write()))
        .containsExactly(false, false, true, false);
  }

  @Test
  void withoutAChangeNothingIsCopied() {
    var batch = Batch.of(DELETE);
    var commit = JointCommit.of(TableWrite.of(TABLE, DELETE));

    assertThat(tokens.on(batch)).isSameAs(batch);
    assertThat(tokens.on(commit)).isSameAs(commit);
  }

  @Test
  void eachLineOfABulkWriteGetsAToken() {
    var line = tokens.on(BulkLine.of(add("1"), "g"));

    assertThat(line.group()).contains("g");
    assertThat(ChangeTokens.has(((BulkLine.Change) line).write())).isTrue();
  }

  @Test
  void aPolicyThatRepeatsNothingNeedsNoToken() {
    var none = new ChangeTokens(UnknownWrites.FAIL, new Random(1));
    var batch = Batch.of(add("1"));

    assertThat(ChangeTokens.has(none.on(add("1")))).isFalse();
    assertThat(none.on(batch)).isSameAs(batch);
  }

  private static Write.Change add(String row) {
    return Write.change(
        new EntityKey("p", row), PropertyOperation.of("N", Operator.ADD, new EdmInt32(1)));
  }

  private static UUID token(Write write) {
    return Optional.of((Write.Change) write).flatMap(Write.Change::token).orElseThrow();
  }
}

package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.engine.tree.TreeCheck;
import org.junit.jupiter.api.Test;

/** The behaviour of a shard when its log refuses turns or loses them. */
final class ShardLogFailureTest extends SteppedShard {

  @Test
  void aFailedLogLosesTurnsThatWereNotDurableAndRefusesLaterWrites() {
    send(insert("kept"));
    loop.run();
    log.makeFirstDurable();
    loop.run();
    var lost = send(insert("lost"));
    loop.run();

    log.failAll();
    loop.run();
    var later = send(insert("later"));
    loop.run();

    assertThat(lost.failure)
        .isInstanceOf(ServiceFailedException.class)
        .hasMessageContaining("outcome=unknown");
    assertThat(later.failure)
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("scripted");
    assertThat(isVisible("kept")).isTrue();
    assertThat(isVisible("lost")).isFalse();
    assertThat(tree.current()).isSameAs(tree.published());
  }

  @Test
  void aLastingLogFailureIsNotRetryable() {
    log.failForGood();

    var refused = send(insert("r"));
    loop.run();

    assertThat(refused.failure)
        .isInstanceOf(ServiceFailedException.class)
        .hasMessageContaining("outcome=notDone");
  }

  @Test
  void writesAreAcceptedAgainWhenTheLogContinues() {
    send(insert("lost"));
    loop.run();
    log.failAll();
    log.goOn();

    var later = send(insert("lost"));
    loop.run();
    assertThat(log.generationOfFirst()).isEqualTo(1);
    log.makeFirstDurable();
    loop.run();

    assertThat(later.ticks).as("the first insert did not happen").isPositive();
  }

  @Test
  void aTurnThatBuildsOnALostTurnNamesTheLostGeneration() {
    send(insert("a"));
    loop.run();
    var second = send(new Write.Delete(new EntityKey("p", "a"), IfMatch.ANY));
    log.failAll();
    log.goOn();
    loop.runOne(); // the second turn, before the shard learns of the failure

    assertThat(log.generationOfFirst()).as("so that the log refuses it").isZero();
    log.failAll();
    loop.run();
    assertThat(second.failure).isNotNull();
    assertThat(isVisible("a")).isFalse();
  }

  @Test
  void aTurnThatFindsTheLogQueueFullIsUndoneAndRetryable() {
    log.full(true);
    var refused = send(insert("r"));
    loop.run();
    assertThat(refused.failure).isNotNull().matches(TableServiceException::retryable);
    assertThat(tree.current()).isSameAs(tree.published());

    log.full(false);
    var again = send(insert("r"));
    loop.run();
    log.makeFirstDurable();
    loop.run();
    assertThat(again.ticks).isPositive();
  }

  @Test
  void aRangeRemovalThatTheLogLosesIsUndone() {
    send(insert("a"));
    send(insert("b"));
    loop.run();
    log.makeFirstDurable();
    loop.run();

    var removal = remove("a", "c");
    loop.run();
    assertThat(removal.isPending()).isTrue();
    log.failAll();
    loop.run();

    assertThat(removal.failure).isInstanceOf(ServiceFailedException.class);
    assertThat(isVisible("a") && isVisible("b")).isTrue();
    TreeCheck.verify(tree);
  }

  @Test
  void aWriteWhoseRecordIsTooLongIsRefused() {
    log.takeAtMost(30);

    var answer = send(insert("r"));
    loop.run();

    assertThat(answer.failure)
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("limit=30");
    assertThat(log.waiting()).isZero();
  }
}

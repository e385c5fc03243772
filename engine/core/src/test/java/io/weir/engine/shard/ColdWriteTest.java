package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.tree.CoolingHand;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A shard does not enter a cold page: its commands wait in their order until others have read the
 * pages.
 */
final class ColdWriteTest extends SteppedShard {

  private static final int ROWS = 60;

  private final List<Asked> asked = new ArrayList<>();
  private boolean refuses;

  private record Asked(List<ColdPage> pages, Executor then, Runnable task) {}

  @Override
  Clock clock() {
    return Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
  }

  @BeforeEach
  void fill() {
    for (var row = 0; row < ROWS; row++) {
      send(upsert(row));
      settle();
    }
    freeze();
    shard.readColdPagesBy((pages, then, task) -> {
      if (refuses) {
        throw new ServiceBusyException("scripted");
      }
      asked.add(new Asked(pages, then, task));
    });
  }

  @Test
  void aWriteWaitsForItsPage() throws IOException {
    var answer = send(upsert(30));
    loop.run();

    assertThat(log.waiting()).isZero();
    assertThat(answer.isPending()).isTrue();
    assertThat(isCold(30)).as("the loop has not entered the page").isTrue();

    readAsked();
    settle();

    assertThat(answer.ticks).isPositive();
    assertThat(asked).isEmpty();
  }

  /** Each Timestamp is one above the last, because the clock stands. */
  @Test
  void aWriteThatWaitedLeavesNoTimestampOut() throws IOException {
    tree.current().find(key(0));
    var before = send(upsert(0));
    settle();

    var waited = send(upsert(30));
    loop.run();
    readAsked();
    settle();

    assertThat(waited.ticks).isEqualTo(before.ticks + 1);
  }

  @Test
  void thePagesOfAllWaitingCommandsAreAskedForAtOnce() throws IOException {
    var answers = List.of(send(upsert(5)), send(upsert(25)), send(upsert(45)));
    loop.run();

    assertThat(asked).hasSize(1);
    assertThat(asked.get(0).pages())
        .extracting(ColdPage::key)
        .containsExactly(key(5), key(25), key(45));

    readAsked();
    settle();

    assertThat(answers).noneMatch(Answer::isPending);
    assertThat(asked).isEmpty();
  }

  @Test
  void commandsStayInTheirOrder() throws IOException {
    tree.current().find(key(0));
    var warm = send(upsert(0));
    var removal = send(new Write.Delete(new EntityKey("p", row(30)), IfMatch.ANY));
    var insert = send(new Write.Insert(entity(30)));
    var again = send(new Write.Insert(entity(30)));
    loop.run();
    assertThat(log.recordsInFirst()).as("the write of the warm page goes on").isOne();

    readAsked();
    settle();

    assertThat(removal.ticks).isGreaterThan(warm.ticks);
    assertThat(insert.ticks).isGreaterThan(removal.ticks);
    assertThat(again.failure).isInstanceOf(ConflictException.class);
  }

  @Test
  void noCommandOvertakesOneThatWaits() throws IOException {
    send(upsert(30));
    loop.run();
    tree.current().find(key(0));
    var later = send(upsert(0));
    loop.run();

    assertThat(log.waiting()).isZero();

    readAsked();
    settle();

    assertThat(later.ticks).isPositive();
  }

  @Test
  void aRemovalOfARangeWaitsForThePagesAtItsEnds() throws IOException {
    var answer = remove(row(10), row(50));
    loop.run();

    assertThat(answer.isPending()).isTrue();
    assertThat(isCold(10)).isTrue();

    while (!asked.isEmpty()) {
      readAsked();
    }
    settle();

    assertThat(answer.ticks).isPositive();
    assertThat(isVisible(row(9))).isTrue();
    assertThat(isVisible(row(10))).isFalse();
    assertThat(isVisible(row(49))).isFalse();
    assertThat(isVisible(row(50))).isTrue();
  }

  @Test
  void aShardReadsAPageItselfWhenTooManyReadsWait() {
    refuses = true;
    var answer = send(upsert(30));
    settle();

    assertThat(answer.ticks).isPositive();
  }

  @Test
  void aStopAnswersTheCommandThatWaits() throws IOException {
    var answer = send(upsert(30));
    var quiet = new AtomicInteger();
    shard.stop(quiet::incrementAndGet);
    loop.run();
    assertThat(quiet).hasValue(0);

    readAsked();
    settle();

    assertThat(answer.ticks).isPositive();
    assertThat(quiet).hasValue(1);
  }

  @Test
  void aTurnThatWaitsIsNotCommittedByAnotherEvent() throws IOException {
    tree.current().find(key(0));
    var before = send(upsert(0));
    loop.run();
    var removal = remove(row(10), row(50));
    loop.run();
    log.makeFirstDurable();
    loop.run();

    assertThat(before.ticks).isPositive();
    assertThat(removal.isPending()).isTrue();
    assertThat(asked).as("asked once").hasSize(1);
    assertThat(isCold(10)).isTrue();

    while (!asked.isEmpty()) {
      readAsked();
    }
    settle();
    assertThat(removal.ticks).isPositive();
  }

  @Test
  void aPageOfSeveralCommandsIsAskedForOnce() {
    send(upsert(30));
    send(upsert(30));
    send(new Write.Delete(new EntityKey("p", row(30)), IfMatch.ANY));
    loop.run();

    assertThat(asked).hasSize(1);
    assertThat(asked.get(0).pages()).hasSize(1);
  }

  @Test
  void aRemovalThatWaitsForPagesIsNotRefusedForWantOfRoom() throws IOException {
    shard.growthFailed(new IOException("the disk is full"));
    loop.run();
    var removal = remove(row(10), row(50));
    loop.run();
    assertThat(asked).hasSize(1);

    shard.growthFailed(new IOException("the disk is full"));
    loop.run();
    assertThat(removal.isPending()).isTrue();
    while (!asked.isEmpty()) {
      readAsked();
    }
    settle();

    assertThat(removal.ticks).isPositive();
    assertThat(isVisible(row(30))).isFalse();
  }

  @Test
  void keysOfTheNextCommandsAreLookedAtUpToTheBytesOfATurn() {
    var mailbox = new Mailbox(16, 1 << 20);
    for (var row = 0; row < 5; row++) {
      assertThat(mailbox.offer(command(upsert(row), 1_000, new Answer()))).isTrue();
    }

    assertThat(mailbox.nextKeys(256, 2_500)).containsExactly(key(0), key(1), key(2));
    assertThat(mailbox.nextKeys(2, 2_500)).containsExactly(key(0), key(1));
    assertThat(mailbox.nextKeys(256, 1 << 20)).hasSize(5);
  }

  /** Reads the pages that were asked for first. */
  private void readAsked() throws IOException {
    var next = asked.remove(0);
    for (var page : next.pages()) {
      tree.published().bringIn(page.key(), (id, place) -> {});
    }
    next.then().execute(next.task());
    loop.run();
  }

  private void settle() {
    loop.run();
    while (log.waiting() > 0) {
      log.makeFirstDurable();
      loop.run();
    }
  }

  private void freeze() {
    var hand = new CoolingHand();
    for (var passes = 0; passes < 2; ) {
      passes += hand.step(tree.published()) ? 1 : 0;
    }
    assertThat(isCold(0)).isTrue();
  }

  private boolean isCold(int row) {
    return tree.published().isCold(key(row));
  }

  private static Write upsert(int row) {
    return new Write.Upsert(entity(row), WriteMode.MERGE);
  }

  private static Entity entity(int row) {
    return Entity.builder("p", row(row)).set("Data", new byte[1_500]).build();
  }

  private static byte[] key(int row) {
    return TreeKeys.of(TABLE, new EntityKey("p", row(row)).encoded());
  }

  private static String row(int row) {
    return String.format("r%03d", row);
  }
}

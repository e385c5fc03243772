package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.page.ChroniclePageStore;
import io.weir.engine.page.PageStoreListener;
import io.weir.engine.page.PageStoreOptions;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.tree.ByteRange;
import io.weir.engine.tree.TreeCheck;
import io.weir.engine.tree.VersionedTree;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A shard stepped by hand: what it answers, and when, as its log says that turns are durable, or lost. */
final class ShardTest {

  private static final int TABLE = 7;

  @TempDir
  Path folder;

  private final SteppedLoop loop = new SteppedLoop();
  private final ScriptedLog log = new ScriptedLog();
  private ChroniclePageStore pages;
  private VersionedTree tree;
  private Shard shard;
  private boolean tableLives = true;

  @BeforeEach
  void start() throws IOException {
    pages = ChroniclePageStore.open(PageStoreOptions.in(folder), Runnable::run, DEAF, () -> true);
    tree = new VersionedTree(pages, () -> true);
    var options = ShardOptions.DEFAULT.withMailbox(4, 4 * Command.OVERHEAD_BYTES + 4000);
    shard = new Shard(0, loop, tree, log, Clock.systemUTC(), 0, table -> tableLives, options);
  }

  @AfterEach
  void stop() {
    pages.close();
  }

  @Test
  void aWriteIsNeitherSeenNorAnsweredBeforeItIsDurable() {
    var answer = send(insert("r"));

    loop.run();
    assertThat(answer.isPending()).isTrue();
    assertThat(isVisible("r")).isFalse();

    log.makeFirstDurable();
    loop.run();
    assertThat(answer.ticks).isPositive();
    assertThat(isVisible("r")).isTrue();
  }

  @Test
  void commandsThatWaitTogetherAreOneTurnAndOneBatchOfTheLog() {
    send(insert("a"));
    send(insert("b"));
    send(insert("c"));

    loop.run();

    assertThat(log.waiting()).isEqualTo(1);
    assertThat(log.recordsInFirst()).isEqualTo(3);
  }

  @Test
  void aRefusalWaitsForTheWriteItRestsOn() {
    send(insert("r"));
    loop.run();

    var second = send(insert("r"));
    loop.run();
    assertThat(second.isPending()).as("the first insert may yet be lost").isTrue();

    log.makeFirstDurable();
    loop.run();
    assertThat(second.failure).isInstanceOf(ConflictException.class);
  }

  @Test
  void aCommandSeesWhatEarlierCommandsOfItsTurnDid() {
    var first = send(insert("r"));
    var second = send(insert("r"));
    var removal = send(new Write.Delete(new EntityKey("p", "r"), IfMatch.ANY));
    var third = send(insert("r"));

    loop.run();
    log.makeFirstDurable();
    loop.run();

    assertThat(second.failure).isInstanceOf(ConflictException.class);
    assertThat(removal.failure).isNull();
    assertThat(third.ticks).isGreaterThan(first.ticks);
  }

  @Test
  void noMoreTurnsAreHandedOutThanTheLogMayLagBehind() {
    for (var i = 0; i < 4; i++) {
      send(insert("r" + i));
      loop.run();
    }

    assertThat(log.waiting()).isEqualTo(ShardOptions.DEFAULT.turnsInFlight());
    log.makeFirstDurable();
    loop.run();
    assertThat(log.waiting()).isEqualTo(ShardOptions.DEFAULT.turnsInFlight());
    assertThat(shard.waiting()).isZero();
  }

  @Test
  void aFailedLogLosesWhatWasNotDurableAndRefusesWhatComes() {
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
  void aWriteThatTheLogCouldNotKeepWholeIsRefused() {
    log.takeAtMost(30);

    var answer = send(insert("r"));
    loop.run();

    assertThat(answer.failure)
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("limit=30");
    assertThat(log.waiting()).isZero();
  }

  @Test
  void aLogThatFailedForGoodIsNoReasonToTryAgain() {
    log.failForGood();

    var refused = send(insert("r"));
    loop.run();

    assertThat(refused.failure)
        .isInstanceOf(ServiceFailedException.class)
        .hasMessageContaining("outcome=notDone");
  }

  @Test
  void writesAreTakenAgainWhenTheLogGoesOn() {
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
  void whatIsBuiltOnALostTurnNamesTheGenerationThatWasLost() {
    send(insert("a"));
    loop.run();
    var second = send(new Write.Delete(new EntityKey("p", "a"), IfMatch.ANY));
    log.failAll();
    log.goOn();
    loop.runOne(); // the second turn, before the shard hears of the failure

    assertThat(log.generationOfFirst()).as("so that the log refuses it").isZero();
    log.failAll();
    loop.run();
    assertThat(second.failure).isNotNull();
    assertThat(isVisible("a")).isFalse();
  }

  @Test
  void aTurnThatTheLogHasNoRoomForIsUndoneAndMayBeSentAgain() {
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
  void theMailboxTakesAsManyCommandsAsItMayAndNoMore() {
    for (var i = 0; i < 4; i++) {
      assertThat(offer(insert("r" + i), new Answer())).isTrue();
    }

    assertThat(offer(insert("one too many"), new Answer())).isFalse();

    loop.run();
    assertThat(offer(insert("room again"), new Answer())).isTrue();
  }

  @Test
  void theMailboxTakesAsManyBytesAsItMayAndNoMore() {
    var fits = 4 * Command.OVERHEAD_BYTES + 4000;

    assertThat(shard.offer(command(insert("r"), fits + 1, new Answer()))).isFalse();
    assertThat(shard.offer(command(insert("r"), fits, new Answer()))).isTrue();
    assertThat(shard.offer(command(insert("s"), 1, new Answer()))).isFalse();
  }

  @Test
  void aWriteToATableThatIsGoneIsRefused() {
    tableLives = false;

    var answer = send(insert("r"));
    loop.run();

    assertThat(answer.failure).isInstanceOf(NotFoundException.class);
  }

  @Test
  void aDroppedTableIsReclaimedBehindTheWritesThatAreUnderWay() {
    send(insert("r"));
    loop.run();
    tableLives = false;

    shard.reclaimTable(TABLE);
    loop.run();
    log.makeFirstDurable();
    loop.run();

    assertThat(tree.published().isEmpty()).isTrue();
    assertThat(pages.stats().pages()).isZero();
  }

  @Test
  void aRemovalOfARangeIsATurnOfItsOwn() {
    send(insert("a"));
    remove("a", "c");
    send(insert("b"));
    loop.run();
    assertThat(log.waiting()).as("turns that may be under way").isEqualTo(2);
    assertThat(log.recordsInFirst()).isEqualTo(1);

    log.makeFirstDurable();
    loop.run();
    assertThat(isVisible("a")).isTrue();

    log.makeFirstDurable();
    loop.run();
    assertThat(isVisible("a")).isFalse();

    log.makeFirstDurable();
    loop.run();
    assertThat(isVisible("b")).isTrue();
  }

  @Test
  void aRemovalThatTheLogLosesIsUndone() {
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
  void pagesOfARemovedRangeComeBackInSlicesBetweenWhichWritesAreServed() {
    fill(1_200);
    remove("0", "9");
    loop.runOne();
    log.makeFirstDurable();
    loop.runOne();
    var before = pages.stats().pages();

    var answer = send(insert("x"));
    var slices = 0;
    var mostInASlice = 0L;
    while (log.waiting() == 0) {
      var pagesBefore = pages.stats().pages();
      assertThat(loop.runOne()).isTrue();
      mostInASlice = Math.max(mostInASlice, pagesBefore - pages.stats().pages());
      slices++;
    }
    assertThat(slices).as("tasks before the write was evaluated").isLessThanOrEqualTo(3);
    assertThat(mostInASlice).isLessThanOrEqualTo(64);
    assertThat(before).isGreaterThan(64);

    log.makeFirstDurable();
    loop.run();
    assertThat(answer.ticks).isPositive();
    assertThat(pages.stats().pages()).isEqualTo(1);
    TreeCheck.verify(tree);
  }

  @Test
  void pagesThatAReaderHoldsComeBackWhenItLetsGoWithoutAnotherWrite() {
    fill(200);
    var pin = tree.pin();
    remove("0", "9");
    loop.run();
    log.makeFirstDurable();
    loop.run();
    loop.runTimers();
    assertThat(pages.stats().pages()).isGreaterThan(10);
    assertThat(tree.retiredSubtrees()).isPositive();

    pin.close();
    loop.runTimers();

    assertThat(pages.stats().pages()).isZero();
    assertThat(tree.retiredPages() + tree.retiredSubtrees()).isZero();
  }

  @Test
  void whatWaitsToBeFreedStaysBoundedUnderSteadyOverwrites() {
    for (var round = 0; round < 20; round++) {
      fill(100);
      assertThat(tree.retiredPages()).isLessThanOrEqualTo(64);
    }
  }

  /** Stores so many entities of about 1 KB, each in a turn of its own. */
  private void fill(int count) {
    for (var row = 0; row < count; row++) {
      var entity =
          Entity.builder("p", "%04d".formatted(row)).set("A", new byte[1000]).build();
      send(new Write.Upsert(entity, WriteMode.REPLACE));
      loop.runOne();
      log.makeFirstDurable();
      loop.run();
    }
  }

  private Answer remove(String fromRow, String toRow) {
    var answer = new Answer();
    var from = TreeKeys.of(TABLE, new EntityKey("p", fromRow).encoded());
    var to = TreeKeys.of(TABLE, new EntityKey("p", toRow).encoded());
    assertThat(shard.offer(new RangeRemoval(TABLE, List.of(new ByteRange(from, to)), answer)))
        .isTrue();
    return answer;
  }

  @Test
  void aStoppedShardHasAnsweredEverythingAndTakesNothing() {
    var accepted = send(insert("r"));
    var quiet = new boolean[1];
    shard.stop(() -> quiet[0] = true);
    loop.run();
    assertThat(quiet[0]).isFalse();

    log.makeFirstDurable();
    loop.run();
    var late = send(insert("s"));
    loop.run();

    assertThat(quiet[0]).isTrue();
    assertThat(accepted.ticks).isPositive();
    assertThat(late.failure).isNotNull().matches(TableServiceException::retryable);
  }

  private Answer send(Write write) {
    var answer = new Answer();
    assertThat(offer(write, answer)).isTrue();
    return answer;
  }

  private boolean offer(Write write, Answer answer) {
    return shard.offer(command(write, Command.OVERHEAD_BYTES, answer));
  }

  private static WriteCommand command(Write write, int weightBytes, Answer answer) {
    return new WriteCommand(
        TABLE,
        List.of(write),
        List.of(TreeKeys.of(TABLE, write.key().encoded())),
        weightBytes,
        answer);
  }

  private static Write insert(String row) {
    return new Write.Insert(Entity.builder("p", row).set("A", 1).build());
  }

  private boolean isVisible(String row) {
    try (var pin = tree.pin()) {
      return pin.tree().find(TreeKeys.of(TABLE, new EntityKey("p", row).encoded())) != null;
    }
  }

  private static final class Answer implements Reply {

    private long ticks;
    private TableServiceException failure;

    boolean isPending() {
      return ticks == 0 && failure == null;
    }

    @Override
    public void done(long timestampTicks) {
      ticks = timestampTicks;
    }

    @Override
    public void failed(TableServiceException cause) {
      failure = cause;
    }
  }

  private static final PageStoreListener DEAF = new PageStoreListener() {
    @Override
    public void roomGrew() {}

    @Override
    public void failed(IOException cause) {
      throw new AssertionError(cause);
    }
  };
}

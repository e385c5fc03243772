package io.weir.engine.feed;

import static io.weir.engine.TestStore.PATIENCE;
import static io.weir.engine.TestStore.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.ConsumerName;
import io.weir.api.FeedItem;
import io.weir.api.FeedItem.Change;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.NamedConsumer;
import io.weir.api.error.ChangesLostException;
import io.weir.api.filter.Filter;
import io.weir.engine.TestStore;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.backup.Restore;
import io.weir.engine.backup.RestorePoint;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.recovery.Retention;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log that is kept for named consumers: up to the cap, and no further. */
final class ConsumerRetentionTest {

  private static final int SEGMENT = 64 << 10;
  private static final long CAP = 600_000;
  private static final ConsumerName NAME = new ConsumerName("search");

  @TempDir
  Path folder;

  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(options(new Retention(Duration.ofDays(1), CAP, 0)));
    store.create();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  private StoreOptions options(Retention retention) {
    return StoreOptions.in(folder.resolve("store"))
        .withPartitionGroups(1)
        .withSegmentBytes(SEGMENT)
        .withCheckpointLogBytes(1 << 30)
        .withRetention(retention);
  }

  @Test
  void withoutAConsumerNoLogIsKept() throws IOException {
    writeAndCheckpoint(400);

    assertThat(retained()).isLessThan(SEGMENT);
  }

  @Test
  void theUnclaimedPartIsKeptWithoutAConsumer() throws IOException {
    store.restart(
        options -> options.withRetention(new Retention(Duration.ofDays(1), CAP, 2 * SEGMENT)));

    writeAndCheckpoint(800);

    assertThat(retained()).isBetween((long) SEGMENT, 3L * SEGMENT);
  }

  @Test
  void theLogIsKeptFromTheSlowestConsumerOn() throws IOException {
    create(NAME);
    writeAndCheckpoint(400);
    create(new ConsumerName("faster"));
    writeAndCheckpoint(400);

    assertThat(retained()).isGreaterThan(300_000);
    assertThat(state(NAME).isLost()).isFalse();
    store.rebuild();
    assertThat(changes(NAME, 800)).isEqualTo(800);
  }

  @Test
  void anAdvanceAndADeletionReleaseTheLog() throws IOException {
    create(NAME);
    writeAndCheckpoint(600);
    var kept = retained();
    assertThat(kept).isGreaterThan(300_000);

    advance(tokenAfter(300));
    writeAndCheckpoint(1);
    assertThat(retained()).isBetween(100_000L, kept - 100_000);

    store.tables().consumers().delete(NAME).block(PATIENCE);
    writeAndCheckpoint(1);
    assertThat(retained()).isLessThan(SEGMENT);
  }

  @Test
  void aConsumerBeyondTheBytesIsLostUntilItIsReset() throws IOException {
    create(NAME);
    writeAndCheckpoint(2_400);

    assertThat(store.engine().store().feedUse().lostConsumers()).isEqualTo(1);
    assertThat(store.engine().store().feedUse().lagBytes())
        .as("of those not lost")
        .isZero();
    assertThat(retained()).as("what a lost consumer holds").isLessThan(SEGMENT);
    assertLost();
    store.restart();
    assertLost();

    var reset = store.tables().consumers().reset(NAME, FeedStart.BEGINNING).block(PATIENCE);
    assertThat(reset.isLost()).isFalse();
    assertThat(changes(NAME, 2_400)).isEqualTo(2_400);
  }

  @Test
  void aConsumerWithinTheBytesIsNotLost() throws IOException {
    create(NAME);
    writeAndCheckpoint(800);

    assertThat(state(NAME).isLost()).isFalse();
    assertThat(state(NAME).lagBytes()).isBetween(400_000L, CAP);
    assertThat(store.engine().store().feedUse().lostConsumers()).isZero();
    assertThat(store.engine().store().feedUse().consumers()).isEqualTo(1);
    assertThat(store.engine().store().feedUse().lagBytes()).isBetween(400_000L, CAP);
    assertThat(store.engine().store().feedUse().lag()).isPositive();
  }

  @Test
  void aConsumerBeyondTheAgeIsLost() throws IOException {
    create(NAME);
    store.restart(options -> options.withRetention(new Retention(Duration.ofMillis(1), CAP, 0)));

    writeAndCheckpoint(400);
    writeAndCheckpoint(400);

    assertLost();
  }

  @Test
  void aStartThatIsNoLongerKeptIsRefused() throws IOException {
    var token = store
        .tables()
        .changes(FeedScope.of(TABLE), FeedStart.NOW)
        .map(FeedItem::token)
        .blockFirst(PATIENCE);
    writeAndCheckpoint(400);

    assertThatThrownBy(() -> store
            .tables()
            .consumers()
            .create(NAME, Optional.of(TABLE), FeedStart.after(token))
            .block(PATIENCE))
        .isInstanceOf(ChangesLostException.class);
    create(NAME);
    assertThatThrownBy(
            () -> store.tables().consumers().reset(NAME, FeedStart.after(token)).block(PATIENCE))
        .isInstanceOf(ChangesLostException.class);
    assertThat(state(NAME).generation()).isEqualTo(1);
  }

  @Test
  void theConsumersOfARestoredBackupAreLostUntilTheyAreReset() throws IOException {
    create(NAME);
    store.fill("p", 100, 100);
    var position = state(NAME).position();
    store.engine().backup(folder.resolve("backup"), CopyListener.NOBODY).block(PATIENCE);

    store.close();
    var copy = folder.resolve("restored");
    Restore.run(folder.resolve("backup"), copy, new RestorePoint.End(), CopyListener.NOBODY);
    store = TestStore.open(StoreOptions.in(copy));

    assertLost();
    assertThatThrownBy(() -> advance(position)).hasMessageContaining("ofOtherStore");
    store.tables().consumers().reset(NAME, FeedStart.BEGINNING).block(PATIENCE);
    assertThat(changes(NAME, 100)).isEqualTo(100);
    var token = tokenAfter(50);
    assertThat(store.tables().consumers().advance(NAME, 2, token).block(PATIENCE))
        .isEqualTo(token);
    assertThat(store.engine().acceptsWrites()).isTrue();
  }

  private void writeAndCheckpoint(int entities) throws IOException {
    store.fill("p", entities, 500);
    store.engine().store().checkpoint();
  }

  private long retained() {
    return store.engine().store().feedUse().keptBytes();
  }

  private void create(ConsumerName name) {
    store.tables().consumers().create(name, Optional.of(TABLE), FeedStart.NOW).block(PATIENCE);
  }

  private NamedConsumer state(ConsumerName name) {
    return Objects.requireNonNull(store.tables().consumers().get(name).block(PATIENCE));
  }

  private void advance(FeedToken to) {
    store.tables().consumers().advance(NAME, 1, to).block(PATIENCE);
  }

  private FeedToken tokenAfter(int changes) {
    return store
        .tables()
        .changes(NAME, Filter.ALL)
        .ofType(Change.class)
        .take(changes)
        .map(Change::token)
        .blockLast(PATIENCE);
  }

  private int changes(ConsumerName name, int wanted) {
    return store
        .tables()
        .changes(name, Filter.ALL)
        .ofType(Change.class)
        .take(wanted)
        .collectList()
        .block(PATIENCE)
        .size();
  }

  private void assertLost() {
    assertThat(state(NAME).state()).isEqualTo(NamedConsumer.State.LOST);
    assertThatThrownBy(() -> changes(NAME, 1))
        .isInstanceOfSatisfying(ChangesLostException.class, lost -> {
          assertThat(lost.retryable()).isFalse();
          assertThat(lost.getMessage()).contains("remedy=resetToBeginning");
        });
  }
}

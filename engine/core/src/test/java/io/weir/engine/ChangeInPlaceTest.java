package io.weir.engine;

import static io.weir.engine.TestStore.PATIENCE;
import static io.weir.engine.TestStore.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.api.AccountName;
import io.weir.api.FeedItem.Before;
import io.weir.api.FeedItem.Change;
import io.weir.api.FeedScope;
import io.weir.api.FeedSettings;
import io.weir.api.FeedStart;
import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableSetting;
import io.weir.api.TableWrite;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Expiry;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.engine.indexing.IndexEntries;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A change in place is to the log, feed, indexes, unique claims and expiry what any write is. */
final class ChangeInPlaceTest {

  private static final EdmDateTime PAST = EdmDateTime.parse("2001-02-03T04:05:06Z");

  @TempDir
  private Path folder;

  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(StoreOptions.in(folder).withPartitionGroups(4));
    store.create();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void theSumIsFoundByItsIndexAndAfterARestartFromTheLog() throws IOException {
    store.declare(IndexDefinition.of("byRing", "Ring"));
    store.awaitIndexes();
    store.upsert(ring("1", 4));

    add("1", 3);

    assertThat(found("Ring eq 7")).isEqualTo(1);
    assertThat(found("Ring eq 4")).isZero();
    store.rebuild();
    assertThat(found("Ring eq 7")).isEqualTo(1);
    IndexEntries.assertExact(store.engine().store(), AccountName.DEVELOPMENT, TABLE);
  }

  @Test
  void aSumThatAnotherEntityHoldsIsRefusedByAUniqueIndex() {
    store.declare(IndexDefinition.of("byRing", "Ring").uniquely());
    store.awaitIndexes();
    store.upsert(ring("1", 4));
    store.upsert(ring("2", 5));

    var refused = catchThrowable(() -> add("1", 1));
    var moved = add("1", 2);
    add("2", -1);

    assertThat(refused).isInstanceOf(ConflictException.class);
    assertThat(moved.before().flatMap(entity -> entity.getInt32("Ring"))).contains(4);
    assertThat(moved.after().flatMap(entity -> entity.getInt32("Ring"))).contains(6);
    assertThat(found("Ring eq 4")).isEqualTo(1);
    IndexEntries.assertExact(store.engine().store(), AccountName.DEVELOPMENT, TABLE);
  }

  @Test
  void aChangeThatMovesNoUniqueValueIsAnsweredToo() {
    store.declare(IndexDefinition.of("byRing", "Ring").uniquely());
    store.awaitIndexes();
    store.upsert(ring("1", 4));

    var result =
        write(Write.change(key("1"), PropertyOperation.of("Seen", Operator.ADD, new EdmInt32(1)))
            .answering(Write.Answer.AFTER));

    assertThat(result.after().flatMap(entity -> entity.getInt32("Seen"))).contains(1);
  }

  @Test
  void anExpiredEntityIsAbsent() {
    store.tables().set(TABLE, TableSetting.EXPIRY, Expiry.at("Until")).block(PATIENCE);
    var expired = Entity.builder("p", "1").set("Ring", 4).set("Until", PAST).build();
    store.upsert(expired);
    var add = Write.change(key("1"), PropertyOperation.of("Ring", Operator.ADD, new EdmInt32(1)));

    assertThat(catchThrowable(() -> write(add))).isInstanceOf(NotFoundException.class);
    var created = write(add.orCreate().answering(Write.Answer.BEFORE_AND_AFTER));

    assertThat(created.before()).isEmpty();
    assertThat(created.after().orElseThrow().toMap()).containsOnlyKeys("Ring");
    assertThat(created.after().flatMap(entity -> entity.getInt32("Ring"))).contains(1);
  }

  @Test
  void theFeedReportsTheEntityBeforeAndAfterAndNoOperation() {
    store.tables().set(TABLE, TableSetting.FEED, new FeedSettings(true)).block(PATIENCE);
    store.upsert(ring("1", 4));
    var now = Objects.requireNonNull(
            store.tables().changes(FeedScope.of(TABLE), FeedStart.NOW).blockFirst(PATIENCE))
        .token();

    var result = add("1", 3);

    var change = Objects.requireNonNull(store
        .tables()
        .changes(FeedScope.of(TABLE), FeedStart.after(now))
        .ofType(Change.class)
        .blockFirst(PATIENCE));
    assertThat(change.after()).isEqualTo(result.after());
    assertThat(change.before()).isEqualTo(Before.of(result.before().orElseThrow()));
  }

  @Test
  void aRepeatIsAnsweredThoughAUniqueIndexHasMovedOn() {
    store.declare(IndexDefinition.of("byRing", "Ring").uniquely());
    store.awaitIndexes();
    store.upsert(ring("1", 4));
    var token = UUID.randomUUID();
    var first = write(added("1", 1).withToken(token));
    store.upsert(ring("1", 9));
    store.upsert(ring("2", 5));

    assertThat(write(added("1", 1).withToken(token))).isEqualTo(first);
    assertThat(catchThrowable(() -> write(added("1", 2).withToken(token))))
        .isInstanceOfSatisfying(
            ConflictException.class,
            reused -> assertThat(reused.code()).isEqualTo(ErrorCode.CHANGE_TOKEN_REUSED));
    assertThat(found("Ring eq 9")).isEqualTo(1);
    IndexEntries.assertExact(store.engine().store(), AccountName.DEVELOPMENT, TABLE);
  }

  @Test
  void noQueryAndNoFeedShowsATokenAndARestartKeepsIt() throws IOException {
    var now = Objects.requireNonNull(
            store.tables().changes(FeedScope.of(TABLE), FeedStart.NOW).blockFirst(PATIENCE))
        .token();
    store.upsert(ring("1", 4));
    var change = added("1", 3).withToken(UUID.randomUUID());
    var first = write(change);

    assertThat(found("true")).isEqualTo(1);
    assertThat(store.tables().page(TABLE, Query.ALL).block(PATIENCE).items()).hasSize(1);
    assertThat(store
            .tables()
            .changes(FeedScope.of(TABLE), FeedStart.after(now))
            .ofType(Change.class)
            .take(2)
            .map(each -> each.key().rowKey())
            .collectList()
            .block(PATIENCE))
        .containsExactly("1", "1");
    store.restart();
    assertThat(write(change)).isEqualTo(first);
    store.snapshot();
    store.rebuild();
    assertThat(write(change)).isEqualTo(first);
    assertThat(found("Ring eq 7")).isEqualTo(1);
  }

  @Test
  void aTokenIsRefusedWhereAnAnswerCouldNotBeRepeated() {
    var commit = JointCommit.of(
        TableWrite.of(TABLE, new Write.Insert(ring("1", 4))),
        TableWrite.of(TABLE, added("2", 1).withToken(UUID.randomUUID())));
    var outbox = store.engine().outbox(AccountName.DEVELOPMENT);

    var refused = catchThrowable(() -> outbox.commit(commit, List.of()).block(PATIENCE));

    assertThat(refused).isInstanceOfSatisfying(InvalidRequestException.class, invalid -> {
      assertThat(invalid.facts()).isEqualTo("unexpected=token do=commitWithoutMessages");
      assertThat(invalid.failedOperation()).isEqualTo(1);
    });
  }

  @Test
  void anEntityIsNotAnsweredBesideTheReceiptsOfMessages() {
    var commit = JointCommit.of(
        TableWrite.absent(TABLE, key("1")),
        TableWrite.of(TABLE, added("2", 1).answering(Write.Answer.AFTER)));
    var outbox = store.engine().outbox(AccountName.DEVELOPMENT);

    var refused = catchThrowable(() -> outbox.commit(commit, List.of()).block(PATIENCE));

    assertThat(refused).isInstanceOfSatisfying(InvalidRequestException.class, invalid -> {
      assertThat(invalid.facts()).isEqualTo("unexpected=answer do=commitWithoutMessages");
      assertThat(invalid.failedOperation()).isEqualTo(1);
    });
  }

  @Test
  void aChangeBesideACheckIsAnsweredInATableWithAUniqueIndex() {
    store.declare(IndexDefinition.of("byRing", "Ring").uniquely());
    store.awaitIndexes();
    store.upsert(ring("1", 4));
    var commit = JointCommit.of(
        TableWrite.absent(TABLE, key("2")),
        TableWrite.of(TABLE, added("1", 3).answering(Write.Answer.AFTER)));

    var results = Objects.requireNonNull(store.tables().commit(commit).block(PATIENCE));

    assertThat(results.get(0)).isEqualTo(WriteResult.REMOVED);
    assertThat(results.get(1).after().flatMap(entity -> entity.getInt32("Ring")))
        .contains(7);
  }

  private static Write.Change added(String row, int more) {
    return Write.change(key(row), PropertyOperation.of("Ring", Operator.ADD, new EdmInt32(more)));
  }

  private WriteResult add(String row, int more) {
    return write(added(row, more).answering(Write.Answer.BEFORE_AND_AFTER));
  }

  private WriteResult write(Write write) {
    return Objects.requireNonNull(store.tables().write(TABLE, write).block(PATIENCE));
  }

  private long found(String filter) {
    return Objects.requireNonNull(
        store.tables().query(TABLE, Query.ALL.where(filter)).count().block(PATIENCE));
  }

  private static Entity ring(String row, int ring) {
    return Entity.builder("p", row).set("Ring", ring).build();
  }

  private static EntityKey key(String row) {
    return new EntityKey("p", row);
  }
}

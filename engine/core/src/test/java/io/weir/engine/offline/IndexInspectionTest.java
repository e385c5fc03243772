package io.weir.engine.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.JointCommit;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.TableServiceException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.engine.TestStore;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.catalog.Table;
import io.weir.engine.command.Changes;
import io.weir.engine.index.EntryEncoder;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TableIndex;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.Shard;
import io.weir.engine.shard.UpkeepCommand;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.tree.Cursor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/**
 * The check of a store compares the entries of indexes with the entities that stand in snapshot and
 * log.
 */
final class IndexInspectionTest {

  private static final IndexDefinition BY_N = IndexDefinition.of("byN", "N");

  @TempDir
  Path temporary;

  @Test
  void entriesInSnapshotAndLogAgreeWithTheEntities() throws IOException {
    write(store -> {
      upsert(store, "a", 1, 40);
      store.declare(BY_N);
      store.awaitIndexes();
      store.engine().store().checkpoint();
      upsert(store, "a", 20, 60); // replaces half of the values
      upsert(store, "b", 1, 10);
      delete(store, "a", 3);
      commitJointly(store);
    });

    var found = found();

    assertThat(found.findings).isEmpty();
    assertThat(found.indexEntries).isEqualTo(59 - 1 + 9 + 2);
    assertThat(found.read).isEqualTo(found.announced);
    try (var left = Files.list(temporary)) {
      assertThat(left).containsExactly(temporary.resolve("store"));
    }
  }

  @Test
  void anEntityWithoutItsEntryIsDamage() throws IOException {
    write(store -> {
      store.declare(BY_N);
      store.awaitIndexes();
      upsert(store, "a", 1, 40);
      store.engine().store().checkpoint();
      upkeep(
          store, "a", (index, shard, view, changes) -> changes.remove(entry(index, shard, view)));
    });

    var found = found();

    assertThat(found.findings)
        .singleElement()
        .satisfies(finding -> assertThat(finding.damage())
            .isEqualTo(
                "indexEntriesMissing account=devstoreaccount1 table=Strikes index=byN missing=1"
                    + " first=" + new EntityKey("a", row(1))));
    assertThat(found.indexEntries).isEqualTo(38);
  }

  @Test
  void claimsOfAUniqueIndexAgreeWithTheEntities() throws IOException {
    write(store -> {
      store.declare(BY_N.uniquely());
      store.awaitIndexes();
      upsert(store, "a", 1, 40);
      store.engine().store().checkpoint();
      upsert(store, "a", 20, 60);
    });

    assertThat(found().findings).isEmpty();
  }

  @Test
  void anEntityWithoutItsClaimIsDamage() throws IOException {
    write(store -> {
      store.declare(BY_N.uniquely());
      store.awaitIndexes();
      upsert(store, "a", 1, 2);
      for (var shard : store.engine().store().shards()) {
        upkeep(store, shard, (index, group, view, changes) -> {
          var cursor = new Cursor().open(view.tree());
          if (cursor.seek(IndexKeys.startOfClaims(index.id()))
              && cursor.compareKey(IndexKeys.endOfClaims(index.id())) < 0) {
            changes.remove(cursor.key());
          }
        });
      }
    });

    assertThat(found().findings)
        .singleElement()
        .satisfies(finding -> assertThat(finding.damage())
            .isEqualTo("valuesNotClaimed account=devstoreaccount1 table=Strikes index=byN"
                + " entities=1 first=" + new EntityKey("a", row(1))));
  }

  @Test
  void anEntryWithoutAnEntityIsNoDamage() throws IOException {
    write(store -> {
      store.declare(BY_N);
      store.awaitIndexes();
      upsert(store, "a", 1, 40);
      upkeep(store, "a", (index, shard, view, changes) -> {
        var entry = entry(index, shard, view);
        entry[entry.length - IndexKeys.TAIL_BYTES - 1]++; // the last letter of the row key
        changes.put(entry, new byte[0]);
      });
    });

    var found = found();

    assertThat(found.findings).isEmpty();
    assertThat(found.remarks)
        .contains("Entries of an index have no entity; queries ignore them."
            + " account=devstoreaccount1 table=Strikes index=byN entries=1");
  }

  @Test
  void anIndexThatIsNotReadableMayLackEntries() throws IOException {
    write(store -> {
      upsert(store, "a", 1, 40);
      var table = table(store);
      var index = new TableIndex(
          IndexKeys.idOf(store.engine().store().catalog().nextId()), BY_N, IndexState.BACKFILLING);
      var stored = new CompletableFuture<Void>();
      store
          .engine()
          .store()
          .commands()
          .send(Catalog.ID, List.of(table.with(index).storeIndexes(0)), completing(stored));
      Mono.fromFuture(stored).block(TestStore.PATIENCE);
    });

    var found = found();

    assertThat(found.findings).isEmpty();
    assertThat(found.indexEntries).isZero();
  }

  @FunctionalInterface
  private interface Content {
    void writeTo(TestStore store) throws IOException;
  }

  private void write(Content content) throws IOException {
    try (var store = TestStore.open(
        StoreOptions.in(folder()).withSegmentBytes(16 << 20).withPartitionGroups(3))) {
      store.create();
      content.writeTo(store);
    }
  }

  private CollectedFindings found() throws IOException {
    return CollectedFindings.in(folder());
  }

  private Path folder() {
    return temporary.resolve("store");
  }

  private static void upsert(TestStore store, String partition, int from, int to) {
    for (var n = from; n < to; n++) {
      store.upsert(Entity.builder(partition, row(n)).set("N", n + to).build());
    }
  }

  private static String row(int n) {
    return String.format("%04d", n);
  }

  private static void delete(TestStore store, String partition, int n) {
    store
        .tables()
        .write(TestStore.TABLE, new Write.Delete(new EntityKey(partition, row(n)), IfMatch.ANY))
        .block(TestStore.PATIENCE);
  }

  private static void commitJointly(TestStore store) {
    var inserts = List.of("c", "d").stream()
        .map(partition -> TableWrite.of(
            TestStore.TABLE,
            new Write.Insert(Entity.builder(partition, row(1)).set("N", 1).build())))
        .toList();
    store.tables().commit(new JointCommit(inserts)).block(TestStore.PATIENCE);
  }

  private static Table table(TestStore store) {
    return store.engine().store().catalog().find(AccountName.DEVELOPMENT, TestStore.TABLE);
  }

  /** Changes entries without the entities. */
  @FunctionalInterface
  private interface Tampering {
    void evaluate(TableIndex index, int shard, UpkeepCommand.View view, Changes changes);
  }

  private static void upkeep(TestStore store, String partition, Tampering tampering) {
    var key = TreeKeys.of(table(store).id(), new EntityKey(partition, "").encoded());
    upkeep(store, store.engine().store().commands().shardOf(key), tampering);
  }

  private static void upkeep(TestStore store, Shard shard, Tampering tampering) {
    var table = table(store);
    var group = store.engine().store().shards().indexOf(shard);
    var done = new CompletableFuture<Void>();
    shard.send(new UpkeepCommand(
        table.id(),
        true,
        (view, changes) -> tampering.evaluate(table.indexes().get(0), group, view, changes),
        completing(done)));
    Mono.fromFuture(done).block(TestStore.PATIENCE);
  }

  /** Returns the entry of a shard's first entity. */
  private static byte[] entry(TableIndex index, int shard, UpkeepCommand.View view) {
    var cursor = new Cursor().open(view.tree());
    cursor.seek(TreeKeys.startOfTable(1));
    return new EntryEncoder(index).entry(cursor.key(), cursor.value(), shard);
  }

  private static CommandReply completing(CompletableFuture<Void> done) {
    return new CommandReply() {
      @Override
      public void done(long timestampTicks) {
        done.complete(null);
      }

      @Override
      public void failed(TableServiceException failure) {
        done.completeExceptionally(failure);
      }
    };
  }
}

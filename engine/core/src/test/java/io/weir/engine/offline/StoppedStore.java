package io.weir.engine.offline;

import io.weir.api.JointCommit;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.index.IndexDefinition;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.engine.TestStore;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The files of a store that was shut down cleanly, and its content: a snapshot, and after it a log
 * of several segments with puts and removals.
 *
 * @param files content by path within the store's folder, without page files, which are scratch
 * @param entities all entities of the store
 */
record StoppedStore(Map<String, byte[]> files, List<Entity> entities) {

  static final int SEGMENT_BYTES = 64 << 10;

  /** Creates such a store in a folder. */
  static StoppedStore in(Path folder) throws IOException {
    List<Entity> entities;
    try (var store = TestStore.open(options(folder))) {
      store.create();
      store.fill("a", 200, 500);
      store.fill("b", 100, 50);
      store.snapshot();
      store.fill("c", 300, 400);
      remove(store, "a", "00000007");
      declareIndex(store);
      store.awaitIndexes(); // an unfinished backfill would write on when a copy is opened
      commitJointly(store);
      store.upsert(TestStore.entity("d", "last", 1000));
      entities = store.all();
    }
    return new StoppedStore(filesOf(folder), entities);
  }

  static StoreOptions options(Path folder) {
    return StoreOptions.in(folder).withPartitionGroups(2).withSegmentBytes(SEGMENT_BYTES);
  }

  /** Writes a copy of the files to a folder. */
  void copyTo(Path folder) throws IOException {
    for (var file : files.entrySet()) {
      var path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
  }

  private static void declareIndex(TestStore store) {
    store
        .tables()
        .createIndex(TestStore.TABLE, IndexDefinition.of("byTime", "Timestamp"))
        .block(TestStore.PATIENCE);
  }

  /** Writes a record that changes several partition groups. */
  private static void commitJointly(TestStore store) {
    var inserts = IntStream.range(0, 8)
        .mapToObj(i -> TableWrite.of(
            TestStore.TABLE, new Write.Insert(Entity.builder("joint" + i, "r").build())))
        .toList();
    store.tables().commit(new JointCommit(inserts)).block(TestStore.PATIENCE);
  }

  private static void remove(TestStore store, String partition, String row) {
    store
        .tables()
        .write(TestStore.TABLE, new Write.Delete(new EntityKey(partition, row), IfMatch.ANY))
        .block(TestStore.PATIENCE);
  }

  private static Map<String, byte[]> filesOf(Path folder) throws IOException {
    var files = new TreeMap<String, byte[]>();
    try (var paths = Files.walk(folder)) {
      for (var path : paths.filter(Files::isRegularFile).toList()) {
        var name = folder.relativize(path).toString();
        if (!name.startsWith("pages")) {
          files.put(name, Files.readAllBytes(path));
        }
      }
    }
    return files;
  }
}

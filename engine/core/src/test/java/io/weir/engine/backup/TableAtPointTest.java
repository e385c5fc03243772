package io.weir.engine.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.entity.AfterAge;
import io.weir.api.entity.Entity;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.queue.QueueName;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.TestStore;
import io.weir.engine.disk.DiskFile;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.FolderOnDisk;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** One table of a backup: what is found, what is refused, and what is read. */
final class TableAtPointTest extends BackedUpStore {

  private static final TableName OWLS = new TableName("Owls");
  private static final int SHARDS = 2;
  private static final int LEAF_BYTES = 8 << 10;

  private void addOwls(int count, int bytes) {
    store.tables().createTable(OWLS).block(TestStore.PATIENCE);
    for (var row = 0; row < count; row++) {
      upsertOwl("r%05d".formatted(row), bytes);
    }
  }

  private void upsertOwl(String row, int bytes) {
    store
        .tables()
        .write(
            OWLS,
            new Write.Upsert(
                TestStore.entity("p" + row.hashCode() % 7, row, bytes), WriteMode.REPLACE))
        .block(TestStore.PATIENCE);
  }

  private List<Entity> owls() {
    return store.tables().query(OWLS, Query.ALL).collectList().block(TestStore.PATIENCE);
  }

  private static TableAtPoint.Wanted wanted(String table) {
    return new TableAtPoint.Wanted(AccountName.DEVELOPMENT, new TableName(table));
  }

  private TableAtPoint table(String backup, String table) throws IOException {
    return TableAtPoint.in(
        path(backup), new RestorePoint.End(), wanted(table), CopyListener.NOBODY);
  }

  static List<Entity> entities(TableAtPoint table) throws IOException {
    var all = new ArrayList<Entity>();
    try (var entities = table.open()) {
      for (var some = entities.nextSome(); some != null; some = entities.nextSome()) {
        some.forEach(all::add);
      }
    }
    return all;
  }

  @Test
  void aTableHasItsEntitiesWithAllTypesAndTimestamps() throws IOException {
    store.engine().store().checkpoint();
    addOwls(300, 100);
    store.engine().store().checkpoint();
    upsertOwl("r00007", 20_000);
    store.tables().createIndex(OWLS, IndexDefinition.of("ByData", "Data")).block();
    store
        .tables()
        .deleteRange(OWLS, FilterParser.parse("PartitionKey eq 'p3'"))
        .block(TestStore.PATIENCE);
    backup("one");

    var found = table("one", "owls");

    assertThat(entities(found)).containsExactlyInAnyOrderElementsOf(owls());
    assertThat(found.entities()).isEqualTo(owls().size());
    assertThat(found.expired()).isZero();
    assertThat(found.table().name().value()).isEqualTo("Owls");
    assertThat(found.table().indexes()).hasSize(1);
    assertThat(entities(table("one", TestStore.TABLE.value())))
        .containsExactlyInAnyOrderElementsOf(store.all());
  }

  /** The log is read once more for each part; the entities keep their order. */
  @Test
  void aTableWithMoreChangesThanMemoryIsReadInParts() throws IOException {
    addOwls(500, 100);
    backup("one");
    var begun = new ArrayList<String>();
    var few = new TableAtPoint.Wanted(AccountName.DEVELOPMENT, OWLS, 20_000);
    var read = new long[1];
    var counting = new CopyListener() {
      @Override
      public void begin(String task, long bytes) {
        begun.add(task);
      }

      @Override
      public void advance(long bytes) {
        read[0] += bytes;
      }
    };

    var inParts = TableAtPoint.in(path("one"), new RestorePoint.End(), few, counting);
    var bytes = read[0];
    read[0] = 0;
    TableAtPoint.in(path("one"), new RestorePoint.End(), wanted("Owls"), counting);

    assertThat(bytes).isGreaterThan(2 * read[0]);
    assertThat(entities(inParts)).containsExactlyInAnyOrderElementsOf(owls());
    assertThat(entities(inParts)).isEqualTo(entities(inParts));
    assertThat(begun).contains("Looking for the table", "Verifying the table");
  }

  @Test
  void onlyTheLeavesOfTheTableAreRead() throws IOException {
    addOwls(200, 200);
    store.engine().store().checkpoint();
    var backedUp = backup("one");
    var bytes = new TreeMap<String, Long>();

    var found = TableAtPoint.in(
        counting(FolderOnDisk.in(path("one")), bytes),
        new RestorePoint.End(),
        wanted("Owls"),
        CopyListener.NOBODY);
    assertThat(entities(found)).hasSize(200);

    var blocks = bytes.entrySet().stream()
        .filter(file -> Chunks.isChunk(file.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
    var ofOwls = owls().stream().mapToLong(owl -> owl.encoded().length).sum();
    var around = 3L * SHARDS * 2 * LEAF_BYTES; // of the catalog and beside the table, read twice
    assertThat(blocks).isBetween(ofOwls, 2 * ofOwls + around);
    assertThat(backedUp.bytes()).isGreaterThan(4 * blocks);
    assertThat(bytes.get(LeafList.FILE)).isPositive();
  }

  @Test
  void damageElsewhereDoesNotMatterAndDamageOfTheTableIsFound() throws IOException {
    addOwls(200, 200);
    store.engine().store().checkpoint();
    backup("one");
    var owls = leaves(OWLS);
    var strikes = leaves(TestStore.TABLE);

    var elsewhere = strikes.get(strikes.size() / 2);
    flip(elsewhere);
    assertThat(entities(table("one", "Owls"))).hasSize(200);
    flip(elsewhere);
    flip(owls.get(owls.size() / 2));

    assertThatThrownBy(() -> table("one", "Owls"))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("The backup is damaged where this table needs it")
        .hasMessageContaining("weir check");
    assertThat(entities(table("one", TestStore.TABLE.value()))).hasSize(PARTITIONS * ROWS);
  }

  /** Returns the leaves that have entities of a table and of no other. */
  private List<BackedUpLeaf> leaves(TableName name) throws IOException {
    var id = table("one", name.value()).table().id();
    var found = new ArrayList<BackedUpLeaf>();
    try (var list = LeafList.Reader.open(FolderOnDisk.in(path("one")), LeafList.FILE, SHARDS);
        var blocks = new Chunks.Reader(FolderOnDisk.in(path("one")))) {
      for (var shard = 0; shard < SHARDS; shard++) {
        for (var leaf = list.next(); leaf != null; leaf = list.next()) {
          var isOther = new boolean[1];
          LeafBlock.read(
              blocks.read(leaf),
              (key, stored) -> isOther[0] |= ByteBuffer.wrap(key).getInt() != id);
          if (!isOther[0]) {
            found.add(leaf);
          }
        }
      }
    }
    return found;
  }

  private void flip(BackedUpLeaf leaf) throws IOException {
    var file = path("one").resolve(Chunks.name(leaf.place().chunk()));
    var bytes = Files.readAllBytes(file);
    bytes[leaf.place().offset() + leaf.sums().bytes() - 1] ^= 1;
    Files.write(file, bytes);
  }

  @Test
  void aDamagedListOfLeavesIsFound() throws IOException {
    backup("one");
    var list = path("one").resolve(LeafList.FILE);
    var bytes = Files.readAllBytes(list);
    bytes[bytes.length / 2] ^= 1;
    Files.write(list, bytes);

    assertThatThrownBy(() -> table("one", TestStore.TABLE.value()))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("leaves");
  }

  @Test
  void aWrongNameTellsTheTables() throws IOException {
    addOwls(1, 1);
    store.tables().createTable(new TableName("Nests")).block(TestStore.PATIENCE);
    backup("one");

    assertThatThrownBy(() -> table("one", "Owl"))
        .isInstanceOf(BackupRefused.class)
        .hasMessage("There is no table Owl of the account devstoreaccount1 at this point."
            + " It has the tables Nests, Owls, Strikes.");
    var stranger = new TableAtPoint.Wanted(new AccountName("stranger"), OWLS);
    assertThatThrownBy(() ->
            TableAtPoint.in(path("one"), new RestorePoint.End(), stranger, CopyListener.NOBODY))
        .hasMessageContaining(
            "the accounts devstoreaccount1 have some: name one with --from-account");
    assertThatThrownBy(() -> table("two", "Owls"))
        .hasMessageContaining("The folder holds no backup");
  }

  @Test
  void aTableThatWasDroppedComesBackAsOfTheMomentThatTheRefusalNames() throws IOException {
    store.engine().store().checkpoint();
    addOwls(20, 100);
    var before = owls();
    store.tables().deleteTable(OWLS).block(TestStore.PATIENCE);
    backup("one");

    var refusal = new String[1];
    assertThatThrownBy(() -> table("one", "Owls"))
        .isInstanceOf(BackupRefused.class)
        .satisfies(failure -> refusal[0] = failure.getMessage())
        .hasMessageContaining("it was dropped at ");
    var time = refusal[0].replaceFirst("(?s).*--to-time (\\S+Z)\\..*", "$1");
    var found = TableAtPoint.in(
        path("one"),
        new RestorePoint.Time(Instant.parse(time)),
        wanted("Owls"),
        CopyListener.NOBODY);

    assertThat(entities(found)).containsExactlyInAnyOrderElementsOf(before);
  }

  @Test
  void aQueueIsNoTable() throws IOException {
    store
        .engine()
        .queues(AccountName.DEVELOPMENT)
        .create(new QueueName("letters"))
        .block(TestStore.PATIENCE);
    backup("one");

    assertThatThrownBy(() -> table("one", "letters")).hasMessageContaining("it is a queue");
  }

  @Test
  void entitiesThatHadExpiredAreLeftOut() throws Exception {
    addOwls(10, 1);
    store
        .tables()
        .set(OWLS, TableSetting.EXPIRY, new AfterAge(Duration.ofSeconds(1)))
        .block(TestStore.PATIENCE);
    var oldest = owls().get(0).timestamp().orElseThrow().toInstant();
    while (!owls().isEmpty()) {
      Thread.onSpinWait();
    }
    upsertOwl("late", 1);
    backup("one");

    var found = table("one", "Owls");

    assertThat(entities(found)).extracting(Entity::rowKey).containsExactly("late");
    assertThat(found.entities()).isEqualTo(1);
    assertThat(found.expired()).isEqualTo(10);
    assertThat(found.moment()).isAfter(oldest.plusSeconds(1));
  }

  /** Returns a folder that counts the bytes which are read of each file. */
  private static Folder counting(Folder folder, Map<String, Long> bytes) {
    return counting(Folder.class, folder, (method, arguments, result) -> {
      if (result instanceof Folder inside) {
        return counting(inside, bytes);
      }
      return result instanceof DiskFile file
          ? counting(DiskFile.class, file, (name, given, read) -> {
            if (name.equals("read") && read instanceof Integer count) {
              bytes.merge((String) arguments[0], (long) count, Long::sum);
            }
            return read;
          })
          : result;
    });
  }

  @FunctionalInterface
  private interface Seen {
    Object result(String method, Object[] arguments, Object result);
  }

  private static <T> T counting(Class<T> type, T target, Seen seen) {
    return type.cast(Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
          try {
            if (method.isDefault() && !method.getName().equals("exists")) {
              return InvocationHandler.invokeDefault(self, method, arguments);
            }
            return seen.result(method.getName(), arguments, method.invoke(target, arguments));
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        }));
  }
}

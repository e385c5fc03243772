package io.weir.cli.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.FeedSettings;
import io.weir.api.ForwardingTables;
import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.TableWrite;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.AtProperty;
import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.cli.Transcript;
import io.weir.cli.serve.ServedStore;
import io.weir.cli.terminal.ExitCode;
import io.weir.cli.terminal.Persistence;
import io.weir.client.WeirClient;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.backup.RestorePoint;
import io.weir.engine.backup.TableAtPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * {@code weir restore --table} puts a table of a backup or an archive into a service that serves.
 */
final class TableRestoreTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final TableName BIRDS = new TableName("Birds");
  private static final TableName BACK = new TableName("Back");
  private static final TableName NESTS = new TableName("Nests");

  @TempDir
  Path folder;

  private ServedStore served;
  private WeirClient client;

  @BeforeEach
  void serve() throws IOException {
    served = ServedStore.serve(
        folder.resolve("store"),
        "--backup-dir",
        folder.resolve("backups").toString(),
        "--archive",
        archive(),
        "--archive-interval",
        "1");
    client = WeirClient.builder().endpoint(served.url()).loops(1).connect();
  }

  @AfterEach
  void stop() throws Exception {
    client.closeLater().block(PATIENCE);
    served.close();
  }

  private String archive() {
    return folder.resolve("archive").toString();
  }

  private static Entity bird(String partition, int row) {
    return Entity.builder(partition, "r%04d".formatted(row))
        .set("Text", "größer \u0001 " + row)
        .set("Number", row)
        .set("Long", Long.MIN_VALUE + row)
        .set("Ratio", row / 3.0)
        .set("Seen", row % 2 == 0)
        .set("Id", new UUID(row, row))
        .set("At", EdmDateTime.of(Instant.parse("2026-01-31T14:02:00.1234567Z")))
        .set("Bytes", new byte[] {1, 2, (byte) row})
        .build();
  }

  private void write(Entity entity, TableName table) {
    client.write(table, new Write.Insert(entity)).block(PATIENCE);
  }

  private List<Entity> plain(TableName table) {
    return client
        .query(table, Query.ALL)
        .map(TableRestoreTest::withoutTimestamp)
        .collectList()
        .block(PATIENCE);
  }

  /** Makes the same entity, as a client writes it. */
  private static Entity withoutTimestamp(Entity entity) {
    var copy = Entity.builder(entity.partitionKey(), entity.rowKey());
    entity.toMap().forEach(copy::set);
    return copy.build();
  }

  private int run(Transcript screen, String... args) {
    var all = Stream.concat(Arrays.stream(args), Stream.of("--endpoint", served.url()))
        .toArray(String[]::new);
    return screen.run(Map.of(), all);
  }

  private Transcript run(String... args) {
    var screen = new Transcript();
    assertThat(run(screen, args)).as(screen.err()).isZero();
    return screen;
  }

  private Transcript refused(String... args) {
    var screen = new Transcript();
    assertThat(run(screen, args)).as(screen.out()).isEqualTo(ExitCode.FAILED);
    return screen;
  }

  private Transcript restored(String from, String... options) {
    var args = Stream.concat(
            Stream.of("restore", from, "--table", "birds", "--as", "Back"), Arrays.stream(options))
        .toArray(String[]::new);
    return run(args);
  }

  /** Waits until the archive restores the present, and returns it. */
  private String archivedMoment() {
    var moment = Instant.now().toString();
    var giveUp = Instant.now().plus(PATIENCE);
    while (!reaches(checked(), moment)) {
      assertThat(Instant.now()).isBefore(giveUp);
      Mono.delay(Duration.ofMillis(50)).block();
    }
    return moment;
  }

  private String checked() {
    var screen = new Transcript();
    var unused = screen.run(Map.of(), "check", archive());
    return screen.err();
  }

  private static boolean reaches(String remarks, String moment) {
    var last = remarks.strip().replaceFirst("(?s).* to (\\S+)\\.$", "$1");
    return last.endsWith("Z") && !Instant.parse(last).isBefore(Instant.parse(moment));
  }

  @Test
  void aTableOfAnArchiveComesBackAsItWasAndTheServiceGoesOn() throws Exception {
    client.createTable(BIRDS).then(client.createTable(NESTS)).block(PATIENCE);
    IntStream.range(0, 250).forEach(row -> write(bird("p" + row % 3, row), BIRDS));
    client
        .commit(new JointCommit(List.of(
            TableWrite.of(BIRDS, new Write.Insert(bird("joint", 1))),
            TableWrite.of(NESTS, new Write.Insert(bird("joint", 1))))))
        .block(PATIENCE);
    client.deleteRange(BIRDS, FilterParser.parse("PartitionKey eq 'p2'")).block(PATIENCE);
    var value = new byte[3 << 20];
    new Random(1).nextBytes(value);
    var file = Files.write(folder.resolve("owl.png"), value);
    run("value", "put", "Birds", "Owls", "1", "photo", file.toString());
    var expected = plain(BIRDS);
    var moment = archivedMoment();
    client.deleteRange(BIRDS, FilterParser.parse("true")).block(PATIENCE);
    write(bird("late", 1), BIRDS);

    assertThat(run(
            new Transcript(), "restore", archive(), "--table", "Birds", "--as", "Back", "--resume"))
        .as("the end moves on")
        .isEqualTo(ExitCode.WRONG_USAGE);
    var screen = restored(archive(), "--to-time", moment);

    assertThat(screen.out())
        .startsWith(
            "Restored %,d entities of Birds as the table Back, as of ".formatted(expected.size()))
        .contains("Their Timestamps and ETags are new.");
    assertThat(screen.err()).contains("Storing Back: ", "Verifying the table: ");
    assertThat(plain(BACK)).isEqualTo(expected);
    assertThat(plain(BIRDS)).hasSize(1);
    assertThat(plain(NESTS)).hasSize(1);
    run(
        "value",
        "get",
        "Back",
        "Owls",
        "1",
        "photo",
        "--output",
        folder.resolve("back").toString());
    assertThat(folder.resolve("back")).hasBinaryContent(value);
    assertThat(client
            .query(BACK, Query.ALL)
            .all(each -> each.timestamp().orElseThrow().toInstant().isAfter(Instant.parse(moment)))
            .block(PATIENCE))
        .isTrue();
  }

  @Test
  void aTableOfABackupComesBackWithItsIndexesAndFeedAndTellsWhatIsMissing() throws Exception {
    client.createTable(BIRDS).block(PATIENCE);
    IntStream.range(0, 10).forEach(row -> write(bird("p", row), BIRDS));
    client.createIndex(BIRDS, IndexDefinition.of("ByNumber", "Number")).block(PATIENCE);
    client.set(BIRDS, TableSetting.FEED, new FeedSettings(true)).block(PATIENCE);
    client.set(BIRDS, TableSetting.EXPIRY, new AtProperty("Gone")).block(PATIENCE);
    run("backup", "--name", "monday");

    var screen = restored(folder.resolve("backups/monday").toString());

    assertThat(screen.err())
        .contains("Declared 1 indexes", "weir index list Back")
        .contains("Not restored: the rule of expiry")
        .contains("weir expiry set Back --property Gone");
    assertThat(client.indexes(BACK).block(PATIENCE))
        .extracting(each -> each.definition())
        .containsExactly(IndexDefinition.of("ByNumber", "Number"));
    assertThat(client.setting(BACK, TableSetting.FEED).block(PATIENCE))
        .isEqualTo(new FeedSettings(true));
    assertThat(client.setting(BACK, TableSetting.EXPIRY).blockOptional(PATIENCE))
        .isEmpty();
  }

  @Test
  void aTargetWithEntitiesIsRefusedUnlessTheRestoreIsResumed() throws Exception {
    served.insert("Birds", 30);
    run("backup", "--name", "monday");
    var backup = folder.resolve("backups/monday").toString();
    client.createTable(BACK).block(PATIENCE);
    restored(backup);
    client.deleteRange(BACK, FilterParser.parse("PartitionKey eq 'p3'")).block(PATIENCE);

    var again = refused("restore", backup, "--table", "Birds", "--as", "Back");
    assertThat(again.err()).contains("The table Back is there and has entities", "--resume");
    assertThat(plain(BACK)).hasSize(28);

    var resumed = restored(backup, "--resume");
    assertThat(plain(BACK)).isEqualTo(plain(BIRDS));
    assertThat(resumed.err()).doesNotContain("were there before");

    client.write(BACK, new Write.Insert(bird("other", 1))).block(PATIENCE);
    assertThat(restored(backup, "--resume").err())
        .contains("The table Back has 31 entities and 30 were restored");
  }

  @Test
  void aWrongNameAndAWrongMomentSayWhatThereIs() throws Exception {
    served.insert("Birds", 3);
    var moment = archivedMoment();

    assertThat(refused("restore", archive(), "--table", "Owls", "--as", "Back").err())
        .contains("There is no table Owls", "It has the tables Birds.");
    assertThat(refused(
                "restore",
                archive(),
                "--table",
                "Birds",
                "--as",
                "Back",
                "--to-time",
                "2999-01-31T12:00:00Z")
            .err())
        .contains("The archive restores any moment from ");
    assertThat(client.tables().collectList().block(PATIENCE)).containsExactly(BIRDS);
    client.deleteTable(BIRDS).block(PATIENCE);
    archivedMoment();
    assertThat(
            refused("restore", archive(), "--table", "Birds", "--as", "Birds").err())
        .contains("it was dropped at ", "such as --to-time ");
    run("restore", archive(), "--table", "Birds", "--as", "Birds", "--to-time", moment);
    assertThat(plain(BIRDS)).hasSize(3);
  }

  @Test
  void aBrokenBulkWriteGoesOnAfterTheLastAcknowledgedEntity() throws Exception {
    served.insert("Birds", 300);
    var table = backedUp();
    var broken = new BreakingTables(client, 120);
    var screen = new Transcript();
    var persistence =
        new Persistence(true, Duration.ofSeconds(10), Persistence.Time.SYSTEM, screen.terminal());

    new TableRestore(broken, BACK, persistence, screen.terminal()).store(table);

    assertThat(plain(BACK)).isEqualTo(plain(BIRDS));
    assertThat(broken.begun).containsExactly(300L, 180L);
    assertThat(screen.err()).contains("trying again");
  }

  @Test
  void aRestoreThatIsGivenUpTellsHowToGoOn() throws Exception {
    served.insert("Birds", 300);
    var table = backedUp();
    var screen = new Transcript();
    var persistence =
        new Persistence(false, Duration.ZERO, Persistence.Time.SYSTEM, screen.terminal());
    var restore =
        new TableRestore(new BreakingTables(client, 120), BACK, persistence, screen.terminal());

    assertThatThrownBy(() -> restore.store(table)).isInstanceOf(ServiceBusyException.class);

    assertThat(screen.err())
        .contains(
            "The table Back has 120 of 300 entities. Repeat the command with --resume --to-position ");
  }

  /** Writes a backup, and returns the table as it has it. */
  private TableAtPoint backedUp() throws IOException {
    run("backup", "--name", "monday");
    return TableAtPoint.in(
        folder.resolve("backups/monday"),
        new RestorePoint.End(),
        new TableAtPoint.Wanted(AccountName.DEVELOPMENT, BIRDS),
        CopyListener.NOBODY);
  }

  /** The first bulk write breaks after some results. Counts the entities of each bulk write. */
  private static final class BreakingTables extends ForwardingTables {

    private final int results;
    private final List<Long> begun = new ArrayList<>();

    BreakingTables(TableService tables, int results) {
      super(tables);
      this.results = results;
    }

    @Override
    public Flux<BulkResult> bulk(TableName table, Publisher<? extends BulkLine> lines) {
      return Flux.from(lines).<BulkLine>cast(BulkLine.class).collectList().flatMapMany(all -> {
        begun.add((long) all.size());
        var outcome = super.bulk(table, Flux.fromIterable(all));
        return begun.size() > 1
            ? outcome
            : outcome.take(results).concatWith(Flux.error(new ServiceBusyException("")));
      });
    }
  }

  @Test
  void theRestoreOfABackupAndOfAnArchiveIsRehearsed() throws Exception {
    served.insert("Birds", 30);
    run("backup", "--name", "monday");
    archivedMoment();
    Files.createDirectories(folder.resolve("scratch"));

    for (var source : List.of(folder.resolve("backups/monday").toString(), archive())) {
      var screen = new Transcript();
      assertThat(screen.run(
              Map.of(),
              "check",
              source,
              "--restore",
              "--scratch",
              folder.resolve("scratch").toString()))
          .as(screen.err())
          .isZero();
      assertThat(screen.out())
          .startsWith("Sound: ")
          .contains("Rehearsed: the restored store has 30 entities in 1 tables, as of ");
    }
    assertThat(folder.resolve("scratch")).isEmptyDirectory();
    var store = new Transcript();
    assertThat(store.run(Map.of(), "check", folder.resolve("store").toString(), "--restore"))
        .isEqualTo(ExitCode.WRONG_USAGE);
  }

  @Test
  void aFolderAndATableAtOnceAreWrongUsage() {
    for (var args : List.of(
        List.of("restore", "backup"),
        List.of("restore", "backup", "new", "--table", "Birds", "--as", "Back"),
        List.of("restore", "backup", "--table", "Birds"),
        List.of("restore", "backup", "--as", "Birds"))) {
      var screen = new Transcript();
      assertThat(screen.run(Map.of(), args.toArray(String[]::new))).isEqualTo(ExitCode.WRONG_USAGE);
      assertThat(screen.err()).contains("--table and --as");
    }
  }
}

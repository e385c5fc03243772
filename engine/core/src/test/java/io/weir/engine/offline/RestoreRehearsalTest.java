package io.weir.engine.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.entity.AfterAge;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.write.Write;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.TestStore;
import io.weir.engine.archive.ArchiveOptions;
import io.weir.engine.archive.ContinuousBackup;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The rehearsal of a restore: what it compares, and that it leaves nothing. */
final class RestoreRehearsalTest {

  @TempDir
  Path temporary;

  private TestStore store;
  private final CollectedFindings findings = new CollectedFindings();

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(StoreOptions.in(temporary.resolve("store")).withPartitionGroups(2));
    store.create();
    Files.createDirectories(temporary.resolve("scratch"));
    store.fill("p1", 200, 100);
    store.fill("p2", 200, 100);
    store.declare(IndexDefinition.of("ByData", "Data"));
    store.awaitIndexes();
    store.engine().store().checkpoint();
    store.fill("p3", 100, 20);
    store
        .tables()
        .deleteRange(TestStore.TABLE, FilterParser.parse("PartitionKey eq 'p2'"))
        .block(TestStore.PATIENCE);
    var empty = new TableName("Empty");
    store.tables().createTable(empty).block(TestStore.PATIENCE);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  private RestoreRehearsal.Report rehearse(Path source) throws IOException {
    try (var loops = EmbeddedLoops.start(1)) {
      return RestoreRehearsal.run(
          source, temporary.resolve("scratch"), loops.loops(), CopyListener.NOBODY, findings);
    }
  }

  @Test
  void aBackupIsRestoredComparedAndDeleted() throws IOException {
    var backup = temporary.resolve("backup");
    store.engine().backup(backup, CopyListener.NOBODY).block(TestStore.PATIENCE);

    var report = rehearse(backup);

    assertThat(report.differing()).isEmpty();
    assertThat(report.isSound()).as("%s", findings.findings).isTrue();
    assertThat(report.tables()).isEqualTo(2);
    assertThat(report.entities()).isEqualTo(300);
    assertThat(report.check().indexEntries()).isEqualTo(300);
    assertThat(temporary.resolve("scratch")).isEmptyDirectory();
  }

  /** They are invisible, and come along. */
  @Test
  void entitiesThatHaveExpiredAreComparedToo() throws IOException {
    store
        .tables()
        .set(TestStore.TABLE, TableSetting.EXPIRY, new AfterAge(Duration.ofSeconds(1)))
        .block(TestStore.PATIENCE);
    Mono.defer(() -> store.tables().count(TestStore.TABLE, Query.ALL))
        .filter(report -> report.returned() == 0)
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(20)))
        .block(TestStore.PATIENCE);
    var backup = temporary.resolve("backup");
    store.engine().backup(backup, CopyListener.NOBODY).block(TestStore.PATIENCE);

    var report = rehearse(backup);

    assertThat(report.differing()).isEmpty();
    assertThat(report.entities()).isEqualTo(300);
  }

  @Test
  void aRehearsalWithoutRoomSaysThatItWasNotCarriedOut() throws IOException {
    var backup = temporary.resolve("backup");
    store.engine().backup(backup, CopyListener.NOBODY).block(TestStore.PATIENCE);
    Files.delete(temporary.resolve("scratch"));
    Files.writeString(temporary.resolve("scratch"), "no folder");

    assertThatThrownBy(() -> rehearse(backup))
        .isInstanceOf(CannotCheck.class)
        .hasMessageContaining("--scratch");
  }

  @Test
  void anArchiveIsRestoredUpToItsEndWhileTheServiceGoesOn() throws Exception {
    var archive = temporary.resolve("archive");
    var often = new ArchiveOptions(
        Duration.ofMillis(5), Duration.ofHours(1), Duration.ofDays(7), 100, 1L << 30);
    try (var backup = ContinuousBackup.start(store.engine().store(), archive, often)) {
      var giveUp = Instant.now().plus(TestStore.PATIENCE);
      while (backup.status().bases() == 0 || backup.status().lagBytes() > 0) {
        assertThat(Instant.now()).isBefore(giveUp);
        Thread.onSpinWait();
      }

      var writing = Flux.interval(Duration.ofMillis(2))
          .onBackpressureDrop()
          .concatMap(n -> store
              .tables()
              .write(TestStore.TABLE, new Write.Insert(TestStore.entity("late", "r" + n, 10))))
          .subscribe();
      var report = rehearse(archive);
      writing.dispose();

      assertThat(report.isSound()).as("%s %s", report, findings.findings).isTrue();
      assertThat(report.entities()).isGreaterThanOrEqualTo(300);
    }
    assertThat(temporary.resolve("scratch")).isEmptyDirectory();
  }

  @Test
  void anArchiveWithoutABaseCannotBeRehearsed() throws IOException {
    var archive = Files.createDirectories(temporary.resolve("archive"));
    Files.writeString(archive.resolve("ARCHIVE"), "format=1\n");

    assertThatThrownBy(() -> rehearse(archive))
        .isInstanceOf(CannotCheck.class)
        .hasMessageContaining("no complete base yet");
    assertThat(temporary.resolve("scratch")).isEmptyDirectory();
  }

  @Test
  void aTableThatIsMissingOrHasOtherEntitiesDiffers() {
    var two =
        Contents.of(new byte[] {1}, new byte[] {1}).plus(Contents.of(new byte[2], new byte[1]));
    var other =
        Contents.of(new byte[] {1}, new byte[] {2}).plus(Contents.of(new byte[2], new byte[1]));

    assertThat(RestoreRehearsal.differing(Map.of("a/T", two), Map.of("a/T", two)))
        .isEmpty();
    assertThat(RestoreRehearsal.differing(Map.of("a/T", two), Map.of("a/T", other)))
        .containsExactly("a/T entities=2 expected=2");
    assertThat(RestoreRehearsal.differing(Map.of("a/T", two), Map.of()))
        .containsExactly("a/T entities=noTable expected=2");
    assertThat(RestoreRehearsal.differing(Map.of(), Map.of("a/T", two)))
        .containsExactly("a/T entities=2 expected=noTable");
    assertThat(RestoreRehearsal.differing(Map.of("a/T", new Contents(0, 0)), Map.of()))
        .containsExactly("a/T entities=noTable expected=0");
  }
}

package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup to a disk that is too small for it. */
final class FullBackupDiskTest {

  private static final TableName TABLE = new TableName("Birds");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Less than a backup of one entity, which writes the first and the last MiB of a log segment. */
  private static final int MEBIBYTES = 1;

  @TempDir
  Path folder;

  @Test
  void aBackupOnAFullDiskFailsAndLeavesNoFiles() throws Exception {
    var mounted = LimitedDisk.ofMemory(folder, MEBIBYTES);
    assumeTrue(mounted.isPresent(), "file systems cannot be mounted");
    try (var disk = mounted.orElseThrow();
        var loops = EmbeddedLoops.start(1);
        var engine = Engine.open(StoreOptions.in(folder.resolve("store")), loops.loops())) {
      var tables = engine.account(AccountName.DEVELOPMENT);
      tables.createTable(TABLE).block(PATIENCE);
      tables.write(TABLE, upsert("before")).block(PATIENCE);

      assertThatThrownBy(() ->
              engine.backup(disk.path().resolve("monday"), CopyListener.NOBODY).block(PATIENCE))
          .hasRootCauseInstanceOf(IOException.class)
          .hasStackTraceContaining("No space left");

      try (var left = Files.list(disk.path())) {
        assertThat(left).isEmpty();
      }
      assertThat(engine.health().writable()).isTrue();
      tables.write(TABLE, upsert("after")).block(PATIENCE);
      var elsewhere =
          engine.backup(folder.resolve("tuesday"), CopyListener.NOBODY).block(PATIENCE);
      assertThat(elsewhere).isNotNull();
    }
  }

  private static Write upsert(String row) {
    return new Write.Upsert(Entity.builder("Owls", row).build(), WriteMode.REPLACE);
  }
}

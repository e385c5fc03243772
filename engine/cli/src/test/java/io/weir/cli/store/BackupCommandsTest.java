package io.weir.cli.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Transcript;
import io.weir.cli.serve.RunningService;
import io.weir.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands backup, check and restore, in the order in which an operator calls them. */
final class BackupCommandsTest {

  private static final String[] QUERY = {"query", "People", "--format", "csv"};

  @TempDir
  Path folder;

  @Test
  void aBackupCanBeCheckedAndRestored() throws IOException {
    String before;
    try (var service = RunningService.start(folder)) {
      load(service, "people.csv", "City,Name\nParis,Ann\nOslo,Bo\n");
      before = ok(service, QUERY).out();

      var said = ok(service, "backup", "--name", "monday");
      load(service, "more.csv", "City,Name\nRome,Cy\n");

      assertThat(said.out())
          .startsWith("Backed up to monday in the service's --backup-dir: ")
          .contains("restorable from position 0")
          .doesNotContain(folder.toString());
      assertThat(said.err()).contains("Copying: ").contains("Verifying: ");
    }
    var backup = folder.resolve("backups/monday").toString();
    var restored = folder.resolve("again").resolve("store").toString();

    assertThat(ok(null, "check", backup).out()).startsWith("Sound: ");
    assertThat(ok(null, "restore", backup, restored).out()).startsWith("Restored " + restored);
    assertThat(ok(null, "check", restored).out()).startsWith("Sound: ");
    try (var service = RunningService.start(folder.resolve("again"))) {
      assertThat(ok(service, QUERY).out()).isEqualTo(before);
    }
  }

  @Test
  void aSecondBackupSharesFilesAndTheOldestAreDeleted() throws IOException {
    try (var service = RunningService.start(folder)) {
      load(service, "people.csv", "City,Name\nParis,Ann\nOslo,Bo\n");
    }
    try (var service = RunningService.start(folder)) { // the stop has written a checkpoint
      ok(service, "backup", "--name", "monday");
      var tuesday = ok(service, "backup", "--name", "tuesday");
      assertThat(tuesday.out())
          .matches("(?s)Backed up to tuesday .*: \\d+ bytes, \\d+ of them new, .*");
      assertThat(Files.getAttribute(backup("monday", "pages-00000001"), "unix:nlink"))
          .isEqualTo(2);

      ok(service, "backup", "--name", "wednesday", "--keep", "2");

      assertThat(folder.resolve("backups/monday")).doesNotExist();
      assertThat(
              ok(service, "check", folder.resolve("backups/tuesday").toString()).out())
          .startsWith("Sound: ");
      var wrong = new Transcript();
      assertThat(run(wrong, service, "backup", "--keep", "0")).isEqualTo(ExitCode.WRONG_USAGE);
      assertThat(wrong.err()).contains("--keep is 1 to 9999");
    }
    var restored = folder.resolve("again/store").toString();
    ok(null, "restore", folder.resolve("backups/wednesday").toString(), restored);
    assertThat(ok(null, "check", restored).out()).startsWith("Sound: ");
  }

  private Path backup(String name, String file) {
    return folder.resolve("backups").resolve(name).resolve(file);
  }

  @Test
  void aDamagedPageIsRepairedFromABackup() throws IOException {
    String before;
    try (var service = RunningService.start(folder)) {
      load(service, "people.csv", "City,Name\nParis,Ann\nOslo,Bo\n");
      ok(service, "backup", "--name", "monday");
      load(service, "more.csv", "City,Name\nRome,Cy\n");
      before = ok(service, QUERY).out();
    }
    var store = folder.resolve("store");
    var monday = folder.resolve("backups/monday").toString();
    assertThat(ok(null, "repair", store.toString(), "--from", monday).out())
        .isEqualTo("No page of " + store + " is damaged.\n");
    damage(store);
    var damaged = new Transcript();
    assertThat(run(damaged, null, "check", store.toString())).isEqualTo(1);
    assertThat(damaged.out()).contains("damage=pageChecksum");

    assertThat(ok(null, "repair", store.toString(), "--from", monday).out())
        .startsWith("Repaired 1 damaged pages of " + store);

    assertThat(ok(null, "check", store.toString()).out()).startsWith("Sound: ");
    try (var service = RunningService.start(folder)) {
      assertThat(ok(service, QUERY).out()).isEqualTo(before);
    }
    var wrong = new Transcript();
    assertThat(run(wrong, null, "repair", store.toString(), "--from", folder.toString()))
        .isEqualTo(ExitCode.FAILED);
    assertThat(wrong.err()).contains("holds no backup");
  }

  /** Changes the page that holds an entity. */
  private static void damage(Path store) throws IOException {
    try (var files = Files.walk(store.resolve("pages"))) {
      for (var file : files.filter(each -> each.toString().endsWith(".pages")).toList()) {
        var bytes = Files.readAllBytes(file);
        var text = new String(bytes, StandardCharsets.ISO_8859_1);
        for (var at = text.indexOf("Oslo"); at >= 0; at = text.indexOf("Oslo", at + 1)) {
          bytes[at] ^= 1; // also in pages that are not used any more
        }
        Files.write(file, bytes);
      }
    }
  }

  @Test
  void aStoreInUseIsNotChecked() throws IOException {
    try (var service = RunningService.start(folder)) {
      var screen = new Transcript();

      assertThat(run(screen, service, "check", folder.resolve("store").toString()))
          .isEqualTo(2);

      assertThat(screen.err()).contains("stop the service");
    }
  }

  @Test
  void aMissingFolderForTemporaryFilesIsReported() throws IOException {
    RunningService.start(folder).close();
    var screen = new Transcript();
    var missing = folder.resolve("missing").toString();

    assertThat(run(screen, null, "check", folder.resolve("store").toString(), "--scratch", missing))
        .isEqualTo(2);

    assertThat(screen.err()).contains("temporary files").contains(missing);
  }

  @Test
  void damageIsReportedWithFileAndOffsetAndAnExitCode() throws IOException {
    try (var service = RunningService.start(folder)) {
      load(service, "people.csv", "City,Name\nParis,Ann\nOslo,Bo\n");
    }
    var segment = folder.resolve("store/log/0000000000000000.log");
    var bytes = Files.readAllBytes(segment);
    bytes[4096 + 30] ^= 1;
    Files.write(segment, bytes);
    var screen = new Transcript();

    assertThat(run(screen, null, "check", folder.resolve("store").toString())).isEqualTo(1);

    assertThat(screen.out().lines().findFirst().orElseThrow())
        .startsWith("file=" + segment + " offset=4096 ");
    assertThat(screen.out()).contains("Damaged in 1 places");
  }

  @Test
  void aServiceWithoutABackupFolderRefusesBackups() throws IOException {
    try (var service = RunningService.start(folder, 0, Optional.empty())) {
      var screen = new Transcript();

      assertThat(run(screen, service, "backup")).isEqualTo(ExitCode.FAILED);

      assertThat(screen.err()).contains("without --backup-dir");
    }
  }

  @Test
  void aNameOutsideTheFolderOrInUseIsRefused() throws IOException {
    try (var service = RunningService.start(folder)) {
      ok(service, "backup", "--name", "monday");
      var taken = new Transcript();
      var escaping = new Transcript();

      assertThat(run(taken, service, "backup", "--name", "monday")).isEqualTo(ExitCode.FAILED);
      assertThat(run(escaping, service, "backup", "--name", "../x")).isEqualTo(ExitCode.FAILED);

      assertThat(taken.err())
          .contains("ResourceAlreadyExists: ", "backup=monday", "another name")
          .doesNotContain(folder.toString());
      assertThat(escaping.err()).contains("InvalidInput");
    }
  }

  private void load(RunningService service, String name, String rows) throws IOException {
    var file = Files.writeString(folder.resolve(name), rows);
    ok(
        service,
        "import",
        file.toString(),
        "--table",
        "People",
        "--partition-key",
        "City",
        "--row-key",
        "Name");
  }

  private static Transcript ok(@Nullable RunningService service, String... args) {
    var screen = new Transcript();
    assertThat(run(screen, service, args)).as(screen.err()).isZero();
    return screen;
  }

  private static int run(Transcript screen, @Nullable RunningService service, String... args) {
    return screen.run(
        service == null ? Map.of() : Map.of("WEIR_ENDPOINT", service.endpoint()), args);
  }
}

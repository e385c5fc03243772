package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.cli.Transcript;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.ExitCode;
import io.weir.engine.store.Durability;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The options of an archive have limits, and fit a store with a log of its own. */
final class ArchivingOptionsTest {

  private static ArchivingOptions options(String... args) {
    return CommandLine.populateCommand(new ArchivingOptions(), args);
  }

  @ParameterizedTest
  @CsvSource({
    "--archive-interval, 1, 3600",
    "--archive-base, 1, 10080",
    "--archive-days, 0, 3650",
    "--archive-keep, 1, 10000",
    "--archive-log, 0, 1048576",
  })
  void eachLimitIsInclusive(String option, int least, int most) {
    for (var value : new int[] {least, most}) {
      assertThat(options("--archive", "a", option, "" + value).archiving(Durability.SYNC, false))
          .isPresent();
    }
    for (var value : new int[] {least - 1, most + 1}) {
      assertThatThrownBy(
              () -> options("--archive", "a", option, "" + value).archiving(Durability.SYNC, false))
          .isInstanceOf(CommandFailure.class)
          .hasMessage(option + " is " + least + " to " + most + ", not " + value + ".");
    }
  }

  @Test
  void withoutAFolderThereIsNoArchive() {
    assertThat(options().archiving(Durability.MEMORY, true)).isEmpty();
  }

  @Test
  void aStoreWithoutALogAndANodeAreRefused() {
    assertThat(options("--archive", "a").archiving(Durability.INTERVAL, false)).isPresent();
    assertThatThrownBy(() -> options("--archive", "a").archiving(Durability.MEMORY, false))
        .hasMessageContaining("keeps no log");
    assertThatThrownBy(() -> options("--archive", "a").archiving(Durability.SYNC, true))
        .hasMessageContaining("a node of a cluster is backed up with --backup-dir");
  }

  @Test
  void anotherKindOfStoreHasNoArchive() {
    var screen = new Transcript();

    assertThat(screen.run(Map.of(), "serve", "--store", "hbase://x", "--archive", "a"))
        .isEqualTo(ExitCode.WRONG_USAGE);

    assertThat(screen.err()).contains("--archive belongs to a store in a folder");
  }
}

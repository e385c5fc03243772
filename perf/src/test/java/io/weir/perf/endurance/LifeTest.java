package io.weir.perf.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.perf.endurance.GrowthProcess.Verb;
import io.weir.perf.engine.Subjects;
import io.weir.perf.process.TestSurroundings;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag(Effort.THOROUGHLY)
final class LifeTest {

  @TempDir
  private Path stores;

  @Test
  void aStartAfterAKillLeavesTheLogForTheNextOne() throws IOException {
    live(Verb.LOAD, 0);
    var loaded = logBytes();
    live(Verb.CRASH, 1);
    var killed = logBytes();

    var first = live(Verb.START, 0);
    var second = live(Verb.START, 0);

    assertThat(killed).isGreaterThan(loaded);
    assertThat(logBytes()).isEqualTo(killed);
    assertThat(List.of(first, second)).allSatisfy(life -> {
      assertThat(life.numbers()).containsKeys(Life.SECONDS, "heap MiB");
      assertThat(life.round().latencyNanos().getTotalCount()).isEqualTo(1);
    });
  }

  @Test
  void aProcessThatFailsIsReportedWithItsOutput() {
    assertThatThrownBy(() -> Life.live(
            "-Xmx64m",
            LifeTest::brief,
            List.of("NOTHING", Subjects.WEIR, stores.toString(), "1000", "0", "1")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No enum constant");
  }

  private Life live(Verb verb, long amount) throws IOException {
    return Life.live(
        "-Xmx128m",
        LifeTest::brief,
        List.of(verb.name(), Subjects.WEIR, stores.toString(), "1000", Long.toString(amount), "1"));
  }

  /** Puts the options of a JVM that lives for seconds behind the program. */
  private static List<String> brief(List<String> command) {
    var all = new ArrayList<>(command);
    all.addAll(1, TestSurroundings.BRIEF);
    return all;
  }

  /** Returns the bytes of the log in use. */
  private long logBytes() throws IOException {
    try (var files = Files.walk(stores.resolve(Subjects.WEIR).resolve("log"))) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(".log"))
          .mapToLong(LifeTest::usedBytes)
          .sum();
    }
  }

  /** Returns the length up to the last byte that is not 0. */
  private static long usedBytes(Path file) {
    try {
      var bytes = Files.readAllBytes(file);
      var end = bytes.length;
      while (end > 0 && bytes[end - 1] == 0) {
        end--;
      }
      return end;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

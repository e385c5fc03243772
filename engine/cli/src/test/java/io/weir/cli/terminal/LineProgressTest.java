package io.weir.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LineProgressTest {

  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private final AtomicLong nanos = new AtomicLong();
  private final ProgressDisplay display =
      new ProgressDisplay(new PrintStream(text, true, UTF_8), false, nanos::get);

  @Test
  void reportsEachTenthAtMostOnceASecond() {
    try (var progress = display.begin("Loading", 10_000, "rows")) {
      for (var i = 0; i < 100; i++) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(50));
        progress.advance(100);
      }
    }

    assertThat(text.toString(UTF_8).lines())
        .containsExactly(
            "Loading: 2,000 of 10,000 rows, 1.0 s, 2,000 a second",
            "Loading: 4,000 of 10,000 rows, 2.0 s, 2,000 a second",
            "Loading: 6,000 of 10,000 rows, 3.0 s, 2,000 a second",
            "Loading: 8,000 of 10,000 rows, 4.0 s, 2,000 a second",
            "Loading: 10,000 of 10,000 rows, 5.0 s, 2,000 a second",
            "Loading: 10,000 of 10,000 rows, 5.0 s, 2,000 a second");
  }

  @Test
  void progressOfUnknownLengthIsReportedEachSecond() {
    try (var progress = display.begin("Reading", -1, "rows")) {
      progress.advance(10);
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
      progress.advance(10);
    }

    assertThat(text.toString(UTF_8).lines())
        .containsExactly(
            "Reading: 20 rows, 2.0 s, 10 a second", "Reading: 20 rows, 2.0 s, 10 a second");
  }
}

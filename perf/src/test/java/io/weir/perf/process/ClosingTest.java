package io.weir.perf.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

final class ClosingTest {

  private final ByteArrayOutputStream told = new ByteArrayOutputStream();
  private final PrintStream log = new PrintStream(told, true, StandardCharsets.UTF_8);

  @Test
  void aClientThatClosesIsNotTalkedAbout() {
    Closing.end("the pool", Mono.empty(), Duration.ofSeconds(30), log);

    assertThat(told.size()).isZero();
  }

  @Test
  void aClientThatNeverClosesIsNamedAndLeft() {
    Closing.end("the pool", Mono.never(), Duration.ZERO, log);

    assertThat(told.toString(StandardCharsets.UTF_8))
        .isEqualToIgnoringNewLines("the pool did not close within 0 s");
  }

  @Test
  void aClientThatFailsToCloseFailsTheMeasurement() {
    var failing = Mono.<Void>error(new IllegalStateException("broken"));

    assertThatThrownBy(() -> Closing.end("the pool", failing, Duration.ofSeconds(30), log))
        .hasMessage("broken");
  }

  @Test
  void allPartsAreClosedAlthoughSomeFail() {
    var closed = new ArrayList<String>();
    Closeable first = () -> fail("first");
    Closeable second = () -> closed.add("second");
    Closeable third = () -> fail("third");

    assertThatThrownBy(() -> Closing.all(List.of(first, second, third)))
        .hasMessage("first")
        .satisfies(failure -> assertThat(failure.getSuppressed())
            .extracting(Throwable::getMessage)
            .containsExactly("third"));
    assertThat(closed).containsExactly("second");
  }

  private static void fail(String part) throws IOException {
    throw new IOException(part);
  }
}

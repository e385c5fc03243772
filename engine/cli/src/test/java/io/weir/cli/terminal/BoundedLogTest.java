package io.weir.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import io.weir.server.json.StatusDocument.LogLine;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The bound of warnings per cause and minute, by the configuration in the jar. */
final class BoundedLogTest {

  private final LoggerContext context = new LoggerContext();
  private BoundedLog bounded = new BoundedLog();

  @BeforeEach
  void configure() throws JoranException {
    var configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(BoundedLogTest.class.getResource("/logback.xml"));
    bounded = (BoundedLog) context.getLogger("ROOT").getAppender("bounded");
  }

  @AfterEach
  void stop() {
    context.stop();
  }

  @Test
  void aFloodOfBadRequestsLeavesOtherLinesAndIsCounted() {
    context.getLogger("io.weir.before").warn("kept before");

    IntStream.range(0, 200).forEach(this::badRequest);
    context.getLogger("io.weir.after").warn("kept after");
    bounded.endMinute();

    assertThat(texts("io.weir.before")).containsExactly("kept before");
    assertThat(texts("io.weir.after")).containsExactly("kept after");
    assertThat(texts("reactor.netty.http.server.Fake"))
        .hasSize(BoundedLog.MOST + 1)
        .startsWith("[id0, L:/127.0.0.1:10002 - R:/127.0.0.1:40000] Decoding failed: no line")
        .endsWith(
            "left out further lines of the last minute count=190 like=\"Decoding failed: {}\"");
  }

  @Test
  void soManyLinesPassWithoutACount() {
    IntStream.range(0, BoundedLog.MOST).forEach(line -> warn("io.weir.few", "few {}", line));
    bounded.endMinute();

    assertThat(texts("io.weir.few")).hasSize(BoundedLog.MOST).endsWith("few 9");
  }

  @Test
  void oneMoreIsLeftOutAndCounted() {
    IntStream.rangeClosed(0, BoundedLog.MOST).forEach(line -> warn("io.weir.more", "m {}", line));
    bounded.endMinute();

    assertThat(texts("io.weir.more"))
        .hasSize(BoundedLog.MOST + 1)
        .endsWith("left out further lines of the last minute count=1 like=\"m {}\"");
  }

  @Test
  void theNextMinuteHasLinesOfItsOwn() {
    IntStream.range(0, 12).forEach(line -> warn("io.weir.next", "n {}", line));
    bounded.endMinute();
    warn("io.weir.next", "n {}", 12);
    bounded.endMinute();

    assertThat(texts("io.weir.next")).hasSize(12).endsWith("n 12");
  }

  @Test
  void causesAreToldApartByLoggerLevelAndWords() {
    IntStream.range(0, 12).forEach(line -> {
      warn("io.weir.one", "a {}", line);
      warn("io.weir.one", "b {}", line);
      warn("io.weir.two", "a {}", line);
      context.getLogger("io.weir.two").error("a {}", line);
    });

    assertThat(texts("io.weir.one")).hasSize(20);
    assertThat(texts("io.weir.two")).hasSize(20);
  }

  @Test
  void infoLinesAreNotBounded() {
    IntStream.range(0, 50)
        .forEach(line -> context.getLogger("io.weir.info").info("moved {}", line));

    assertThat(texts("io.weir.info")).hasSize(50);
  }

  @Test
  void aFloodOfCausesIsBoundedAsOne() {
    var letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    IntStream.range(0, 2 * BoundedLog.MOST_CAUSES)
        .forEach(cause -> warn(
            "io.weir.flood",
            "" + letters.charAt(cause / 52) + letters.charAt(cause % 52) + " {}",
            cause));
    bounded.endMinute();

    assertThat(texts("others"))
        .containsExactly("left out further lines of the last minute count="
            + (BoundedLog.MOST_CAUSES - BoundedLog.MOST) + " like=\"other lines\"");
  }

  @Test
  void aStopTellsWhatWasLeftOut() {
    IntStream.range(0, 30).forEach(line -> warn("io.weir.stop", "s {}", line));
    context.stop();

    assertThat(texts("io.weir.stop")).last().asString().contains("count=20");
  }

  private void badRequest(int number) {
    warn(
        "reactor.netty.http.server.Fake",
        "[id" + number + ", L:/127.0.0.1:10002 - R:/127.0.0.1:" + (40_000 + number)
            + "] Decoding failed: {}",
        "no line");
  }

  private void warn(String logger, String message, Object value) {
    context.getLogger(logger).warn(message, value);
  }

  private static List<String> texts(String logger) {
    return RecentLog.lines().stream()
        .filter(line -> line.logger().equals(logger))
        .map(LogLine::text)
        .toList();
  }
}

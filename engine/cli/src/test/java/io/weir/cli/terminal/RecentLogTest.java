package io.weir.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import io.weir.server.json.StatusDocument.LogLine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The newest lines of the process's log, by the configuration in the jar. */
final class RecentLogTest {

  private final LoggerContext context = new LoggerContext();
  private Logger log = context.getLogger("io.weir.recent");

  @BeforeEach
  void configure() throws JoranException {
    var configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(RecentLogTest.class.getResource("/logback.xml"));
    log = context.getLogger("io.weir.recent");
  }

  @AfterEach
  void stop() {
    context.stop();
  }

  @Test
  void linesAreKeptInOrderWithTheirPairsAndFailures() {
    log.atWarn().addKeyValue("partition", "Owls").log("first");
    log.error("second", new IllegalStateException("the disk is full"));

    var lines = RecentLog.lines();
    var first = lines.get(lines.size() - 2);
    assertThat(first.level()).isEqualTo("WARN");
    assertThat(first.logger()).isEqualTo("io.weir.recent");
    assertThat(first.thread()).isEqualTo(Thread.currentThread().getName());
    assertThat(first.text()).isEqualTo("first partition=\"Owls\"");
    assertThat(lines.get(lines.size() - 1).text())
        .startsWith("second\njava.lang.IllegalStateException: the disk is full")
        .contains("RecentLogTest");
  }

  @Test
  void onlySoManyLinesOfSoManyCharactersAreKept() {
    for (var line = 0; line <= RecentLog.MOST; line++) {
      log.info("line {}", line);
    }
    assertThat(RecentLog.lines())
        .hasSize(RecentLog.MOST)
        .extracting(LogLine::text)
        .startsWith("line 1")
        .endsWith("line " + RecentLog.MOST);

    log.info("x".repeat(RecentLog.LONGEST));
    assertThat(newest()).hasSize(RecentLog.LONGEST).endsWith("x");
    log.info("x".repeat(RecentLog.LONGEST + 1));
    assertThat(newest()).hasSize(RecentLog.LONGEST).endsWith("x …");
  }

  @Test
  void requestsAreNotKept() {
    log.warn("before");
    var access = context.getLogger("io.weir.access");
    access.setLevel(Level.INFO);
    access.info("GET /birds");

    assertThat(newest()).isEqualTo("before");
  }

  private static String newest() {
    var lines = RecentLog.lines();
    return lines.get(lines.size() - 1).text();
  }
}

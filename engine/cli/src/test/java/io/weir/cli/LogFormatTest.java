package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.ConsoleAppender;
import io.weir.cli.terminal.BoundedLog;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The configuration of the log that the runnable jar carries. */
final class LogFormatTest {

  private final Queue<ILoggingEvent> lines = new ArrayDeque<>();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text | .* ERROR \\[.*\\] io.weir.Some - Odd. request=id-1 *\\R",
        "json | \\{\"timestamp\":\\d+,\"level\":\"ERROR\",.*\"kvpList\": \\[\\{\"request\":\"id-1\"}],\"formattedMessage\":\"Odd.\".*}\\R",
      })
  void theConfigurationWritesTextOrJson(String format, String expected) throws Exception {
    var context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    context.putProperty("weir.log.format", format);
    var configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(LogFormatTest.class.getResource("/logback.xml"));
    var collecting = new Collecting();
    collecting.setContext(context);
    collecting.start();
    var logger = context.getLogger("io.weir.Some");
    logger.addAppender(collecting);
    logger.setAdditive(false);
    logger.atError().addKeyValue("request", "id-1").log("Odd.");

    var bounded = (BoundedLog) context.getLogger("ROOT").getAppender("bounded");
    var queue = (AsyncAppender) bounded.getAppender("standard-error");
    var appender = (ConsoleAppender<ILoggingEvent>) queue.getAppender("standard-error-" + format);
    var written = new String(appender.getEncoder().encode(lines.remove()), StandardCharsets.UTF_8);

    assertThat(written).matches(expected);
    assertThat(context.getLogger("io.weir.access").getLevel()).isEqualTo(Level.OFF);
    context.stop();
  }

  private final class Collecting extends AppenderBase<ILoggingEvent> {

    @Override
    protected void append(ILoggingEvent event) {
      lines.add(event);
    }
  }
}

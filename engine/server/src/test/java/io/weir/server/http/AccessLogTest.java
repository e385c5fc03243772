package io.weir.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.HttpReply;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

final class AccessLogTest {

  /** A queue without a lock, because a loop adds to it. */
  private final BlockingQueue<ILoggingEvent> lines = new LinkedTransferQueue<>();

  @Test
  void aRequestLogsOneLineWithoutSecrets() throws Exception {
    var logger = (Logger) LoggerFactory.getLogger("io.weir.access");
    var appender = new Collecting();
    appender.start();
    logger.addAppender(appender);
    logger.setLevel(Level.INFO);
    try (var endpoint = new TestDialect(
        ServerOptions.builder(),
        exchange -> exchange.reply(HttpReply.of(HttpResponseStatus.NO_CONTENT)))) {
      var uri = URI.create("http://127.0.0.1:" + endpoint.port() + "/account1/Birds()?sig=secret");
      var answer = HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding());

      var line = lines.poll(20, TimeUnit.SECONDS);

      assertThat(line).isNotNull();
      assertThat(line.getKeyValuePairs().stream().map(KeyValuePair::toString))
          .contains(
              "request=\"" + answer.headers().firstValue("x-ms-request-id").orElseThrow() + "\"",
              "method=\"GET\"",
              "path=\"/account1/Birds()\"",
              "status=\"204\"")
          .noneMatch(pair -> pair.contains("secret"));
    } finally {
      logger.detachAppender(appender);
      logger.setLevel(null);
    }
  }

  private final class Collecting extends AppenderBase<ILoggingEvent> {

    @Override
    protected void append(ILoggingEvent event) {
      lines.add(event);
    }
  }
}

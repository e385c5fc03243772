package io.weir.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.HttpReply;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** Bytes that are not HTTP log at most one line for each connection, without a stack trace. */
class GarbageTest {

  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  private static final String SETTINGS = "\0\0\0\4\0\0\0\0\0";
  private static final int PATIENCE_MILLIS = 20_000;

  private static TestDialect endpoint;

  private final List<ILoggingEvent> logged = new CopyOnWriteArrayList<>();
  private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
    @Override
    protected void append(ILoggingEvent event) {
      logged.add(event);
    }
  };

  @BeforeAll
  static void start() {
    endpoint = new TestDialect(
        ServerOptions.builder(),
        exchange -> exchange.reply(HttpReply.of(HttpResponseStatus.NO_CONTENT)));
  }

  @AfterAll
  static void stop() {
    endpoint.close();
  }

  @BeforeEach
  void listen() {
    appender.start();
    root().addAppender(appender);
  }

  @AfterEach
  void ignore() {
    root().detachAppender(appender);
  }

  private static Logger root() {
    return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  }

  static Stream<Arguments> garbage() {
    var seed = System.nanoTime();
    System.out.println("garbage seed=" + seed);
    var random = new byte[4096];
    new Random(seed).nextBytes(random);
    return Stream.of(
        Arguments.of("noise", new String(random, ISO_8859_1)),
        Arguments.of("noise for frames", PREFACE + new String(random, ISO_8859_1)),
        Arguments.of("noise after settings", PREFACE + SETTINGS + new String(random, ISO_8859_1)),
        Arguments.of("a frame that is too long", PREFACE + SETTINGS + "\u007f\0\0\0\0\0\0\0\1"),
        Arguments.of("data on no stream", PREFACE + SETTINGS + "\0\0\1\0\0\0\0\0\0x"),
        Arguments.of("data on an idle stream", PREFACE + SETTINGS + "\0\0\1\0\0\0\0\0\5x"),
        Arguments.of("headers on an even stream", PREFACE + SETTINGS + "\0\0\1\1\5\0\0\0\2\u0082"),
        Arguments.of(
            "broken headers", PREFACE + SETTINGS + "\0\0\4\1\5\0\0\0\1\u00ff\u00ff\u00ff\u00ff"),
        Arguments.of("headers without a path", PREFACE + SETTINGS + "\0\0\1\1\5\0\0\0\1\u0082"),
        Arguments.of("headers without a method", PREFACE + SETTINGS + "\0\0\1\1\5\0\0\0\1\u0084"),
        Arguments.of(
            "a pseudo header of a response", PREFACE + SETTINGS + "\0\0\1\1\5\0\0\0\1\u0088"),
        Arguments.of("a window of nothing", PREFACE + SETTINGS + "\0\0\4\10\0\0\0\0\0\0\0\0\0"),
        Arguments.of("a ping of a wrong length", PREFACE + SETTINGS + "\0\0\1\6\0\0\0\0\0x"),
        Arguments.of("a broken preface", "PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n"),
        Arguments.of(
            "a broken upgrade",
            "GET /account1/T HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: %%%\r\n\r\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("garbage")
  void garbageCausesAtMostOneLogLine(String kind, String bytes) throws IOException {
    send(bytes);

    assertThat(logged.size()).as(kind).isLessThanOrEqualTo(1);
    assertThat(logged).allSatisfy(event -> assertThat(event.getThrowableProxy()).isNull());
  }

  /** Sends bytes and returns when the server has closed the connection. */
  private static void send(String bytes) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
      socket.shutdownOutput();
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (SocketException e) { // the server need not read bytes after a refusal
      assertThat(e).hasMessageMatching(".*([Rr]eset|Broken pipe).*");
    }
  }
}

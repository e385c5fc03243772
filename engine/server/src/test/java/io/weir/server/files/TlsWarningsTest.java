package io.weir.server.files;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Warnings about usable TLS files that an operator should replace or protect. */
final class TlsWarningsTest {

  private static final Instant FROM = Instant.parse("2020-01-01T00:00:00Z");
  private static final Instant UNTIL = Instant.parse("2020-06-01T00:00:00Z");

  @TempDir
  Path folder;

  private final Logger logger = (Logger) LoggerFactory.getLogger(ServerTls.class);
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
  private TestCertificates certificates;

  @BeforeEach
  void listen() {
    certificates = new TestCertificates(folder);
    logged.start();
    logger.addAppender(logged);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(logged);
  }

  @ParameterizedTest
  @CsvSource({
    "2019-12-31T23:59:59Z, is not valid before 2020-01-01T00:00:00Z",
    "2020-01-01T00:00:00Z, ",
    "2020-05-18T00:00:00Z, ",
    "2020-05-18T00:00:01Z, expires soon: it is valid until 2020-06-01T00:00:00Z",
    "2020-06-01T00:00:00Z, expires soon",
    "2020-06-01T00:00:01Z, has expired: it was valid until 2020-06-01T00:00:00Z",
  })
  void certificateCausesAWarningOutsideItsPeriodAndInItsLastTwoWeeks(Instant now, String said)
      throws IOException {
    var identity = certificates.write("server", of(FROM, UNTIL)).read();

    if (said == null) {
      assertThat(identity.warning(now)).isEmpty();
    } else {
      assertThat(identity.warning(now))
          .hasValueSatisfying(
              warning -> assertThat(warning).contains("CN=127.0.0.1").contains(said));
    }
  }

  @Test
  void expiredCertificateIsUsedAndLogged() throws IOException {
    var files = certificates.write("server", of(FROM, UNTIL));
    keep(files.key(), "rw-------");

    assertThat(ServerTls.open(files).cipherSuites()).isNotEmpty();

    assertThat(messages()).singleElement().asString().contains("has expired");
  }

  @Test
  void reloadedCertificateIsCheckedToo() throws IOException {
    var now = Instant.now();
    var files = certificates.write("server", of(now, now.plus(Duration.ofDays(90))));
    keep(files.key(), "rw-------");
    var watched = ServerTls.open(files).watching(files);
    assertThat(messages()).isEmpty();

    certificates.write("server", of(now.plus(Duration.ofDays(2)), now.plus(Duration.ofDays(90))));
    assertThat(files.chain().toFile().setLastModified(1_000_000)).isTrue();
    watched.check();

    assertThat(messages()).singleElement().asString().contains("is not valid before");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw----r--", "rw--w----", "rw-----w-"})
  void keyReadableByOthersIsUsedAndLogged(String permissions) throws IOException {
    var files = certificates.issue("server");
    keep(files.key(), permissions);

    assertThat(ServerTls.open(files).cipherSuites()).isNotEmpty();

    assertThat(messages()).singleElement().asString().contains("chmod 600 " + files.key());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "r--------", "rw-r-----"})
  void keyReadableByOwnerAndGroupCausesNoWarning(String permissions) throws IOException {
    var files = certificates.issue("server");
    keep(files.key(), permissions);

    ServerTls.open(files);

    assertThat(messages()).isEmpty();
  }

  private static X509Bundle of(Instant from, Instant until) {
    return TestCertificates.issued(TestCertificates.authority("CN=root"), from, until);
  }

  private static void keep(Path file, String permissions) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private List<String> messages() {
    return logged.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}

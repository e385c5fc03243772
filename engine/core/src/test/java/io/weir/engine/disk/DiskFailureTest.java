package io.weir.engine.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A failure text for clients names no folder of the server. */
class DiskFailureTest {

  static Stream<Arguments> failures() {
    var full =
        new FileSystemException("/var/my store/log/next.tmp", null, "No space left on device");
    return Stream.of(
        Arguments.of(full, "No space left on device file=next.tmp"),
        Arguments.of(
            new IOException("/var/my store: ", full), "No space left on device file=next.tmp"),
        Arguments.of(new NoSuchFileException("/var/weir/log/0.log"), "No such file file=0.log"),
        Arguments.of(new AccessDeniedException("/var/weir"), "Permission denied file=weir"),
        Arguments.of(new IOException("Input/output error"), "Input/output error"),
        Arguments.of(
            new IOException("cannot read file=/var/weir/log/0.log offset=4"),
            "cannot read file=0.log offset=4"),
        Arguments.of(new IOException("gone: /var/weir/log"), "gone: log"),
        Arguments.of(new IOException(), "IOException"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aFailureNamesTheFileWithoutItsFolder(Throwable failure, String told) {
    assertThat(DiskFailure.told(failure)).isEqualTo(told);
  }
}

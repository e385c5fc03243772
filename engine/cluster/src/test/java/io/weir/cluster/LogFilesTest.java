package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What this module does with the files of Ratis's log. */
final class LogFilesTest {

  @TempDir
  private Path folder;

  private LogFiles files;

  @BeforeEach
  void findNone() {
    files = new LogFiles(folder);
  }

  @Test
  void theFirstIndexIsThatOfTheFirstFile() throws IOException {
    assertThat(files.firstIndex()).isEmpty();
    write("raft-meta", 10);
    assertThat(files.firstIndex()).isEmpty();

    write("log_inprogress_20", 10);
    assertThat(files.firstIndex()).hasValue(20);
    write("log_10-19", 10);
    write("log_9-9", 10);
    assertThat(files.firstIndex()).hasValue(9);
  }

  @Test
  void theLastIndexIsThatOfTheLastFile() throws IOException {
    assertThat(files.lastIndex(100)).isEmpty();

    write("log_9-9", 10);
    assertThat(files.lastIndex(100)).hasValue(9);
    write("log_10-19", 10);
    assertThat(files.lastIndex(100)).hasValue(19);
    write("log_inprogress_20", 0);
    assertThat(files.lastIndex(100)).as("of an open file that has no entry yet").hasValue(19);
  }

  @Test
  void wholeClosedFilesGoAndTheBytesAfterThemStay() throws IOException {
    write("log_0-9", 1000);
    write("log_10-19", 1000);
    write("log_20-29", 1000);
    write("log_inprogress_30", 500);

    assertThat(files.cut(100, 0)).isEqualTo(29);
    assertThat(files.cut(29, 0)).isEqualTo(29);
    assertThat(files.cut(28, 0)).isEqualTo(19);
    assertThat(files.cut(8, 0)).isEqualTo(-1);
    assertThat(files.cut(9, 0)).isEqualTo(9);
    assertThat(files.cut(100, 500)).isEqualTo(29);
    assertThat(files.cut(100, 501)).isEqualTo(19);
    assertThat(files.cut(100, 1500)).isEqualTo(19);
    assertThat(files.cut(100, 2500)).isEqualTo(9);
    assertThat(files.cut(100, 2501)).isEqualTo(-1);
  }

  @Test
  void makingFilesDurableChangesNoByte() throws IOException {
    byte[] closed = write("log_0-9", 1000);
    byte[] open = write("log_inprogress_10", (2 << 20) + 17);

    files.makeDurable();

    assertThat(folder.resolve("log_0-9")).hasBinaryContent(closed);
    assertThat(folder.resolve("log_inprogress_10")).hasBinaryContent(open);
  }

  private byte[] write(String name, int bytes) throws IOException {
    byte[] content = new byte[bytes];
    new Random(bytes).nextBytes(content);
    Files.write(folder.resolve(name), content);
    return content;
  }
}

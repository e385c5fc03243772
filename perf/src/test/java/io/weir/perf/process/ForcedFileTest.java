package io.weir.perf.process;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

final class ForcedFileTest {

  private static final int MIB = 1 << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir
  Path folder;

  @Test
  void whatIsAcknowledgedStandsInTheFileOneAfterAnother() throws Exception {
    var path = folder.resolve("forced");
    var file = ForcedFile.create(path);

    file.append("one,".getBytes(US_ASCII)).block(PATIENCE);
    Flux.range(0, 100).flatMap(any -> file.append("more,".getBytes(US_ASCII))).blockLast(PATIENCE);

    assertThat(Files.readString(path)).startsWith("one," + "more,".repeat(100) + "\0");
  }

  @Test
  void theFileKeepsItsLength() throws Exception {
    var path = folder.resolve("forced");
    var file = ForcedFile.create(path);
    var length = Files.size(path);

    for (var written = 0L; written <= length; written += MIB) {
      file.append(new byte[MIB]).block(PATIENCE);
    }

    assertThat(Files.size(path)).isEqualTo(length);
  }

  @Test
  void moreThanAMebibyteIsRefused() throws Exception {
    var file = ForcedFile.create(folder.resolve("forced"));

    StepVerifier.create(file.append(new byte[MIB + 1]))
        .verifyErrorMessage("not appended bytes=1048577");
  }
}

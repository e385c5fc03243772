package io.weir.engine.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.disk.DiskFile;
import io.weir.engine.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.ReadOnlyFileSystemException;
import org.junit.jupiter.api.Test;

/** An excerpt that is read where it lies has the bytes of one that was written. */
final class LogExcerptTest {

  @Test
  void anExcerptAsAFileHasTheBytesOfAWrittenOne() throws IOException {
    var rig = new LogRig();
    var from = 0L;
    var to = 0L;
    try (var log = rig.open()) {
      LogRig.append(log, "before");
      from = LogRig.append(log, "just before");
      LogRig.append(log, LogRig.textOf(3_000));
      to = LogRig.append(log, "last");
      LogRig.append(log, "after");
    }
    var excerpt = new LogExcerpt(rig.disk.root(), LogRig.STORE, from, to);
    var written = new SimulatedDisk(2);
    excerpt.write(written.root(), "excerpt");

    try (var file = excerpt.asFile()) {
      assertThat(file.size()).isEqualTo(written.bytes("excerpt").length);
      for (var step : new int[] {1_000, 4_096, 10_000}) {
        assertThat(read(file, step)).isEqualTo(written.bytes("excerpt"));
      }
      assertThat(file.read(ByteBuffer.allocate(1), file.size())).isEqualTo(-1);
      assertThatThrownBy(() -> file.write(ByteBuffer.allocate(1), 0))
          .isInstanceOf(ReadOnlyFileSystemException.class);
      assertThatThrownBy(file::force).isInstanceOf(ReadOnlyFileSystemException.class);
    }
  }

  private static byte[] read(DiskFile file, int step) throws IOException {
    var all = new byte[(int) file.size()];
    for (var at = 0; at < all.length; at += step) {
      file.readFully(ByteBuffer.wrap(all, at, Math.min(step, all.length - at)), at);
    }
    return all;
  }
}

package io.weir.engine.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A full disk is named in English, in whatever language the system tells of it. */
final class FullDiskTest {

  private static final long LITTLE = 1 << 20;

  private final IOException german =
      new IOException("Auf dem Gerät ist kein Speicherplatz mehr verfügbar");

  @Test
  void aWriteForWhichTheDiskHasNoRoomNamesTheFullDisk() {
    var named = FullDisk.named(german, 4096, () -> 4095 + LITTLE);

    assertThat(DiskFailure.told(named)).startsWith("No space left on device");
    assertThat(named).hasSuppressedException(german);
  }

  @Test
  void aWriteForWhichTheDiskHasRoomFailsAsItDid() {
    assertThat(FullDisk.named(german, 4096, () -> 4096 + LITTLE)).isSameAs(german);
  }

  @Test
  void aFailureThatNamesTheFullDiskStays() {
    var english = new IOException("No space left on device");

    assertThat(FullDisk.named(english, 4096, () -> 0)).isSameAs(english);
  }

  @Test
  void aDiskThatDoesNotTellItsSpaceChangesNothing() {
    var silent = new IOException("silent");

    var named = FullDisk.named(german, 4096, () -> {
      throw silent;
    });

    assertThat(named).isSameAs(german).hasSuppressedException(silent);
  }
}

package io.weir.engine.page.extent;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page file is opened only if its map is complete: Chronicle Map would wait a minute for somebody who completes it. */
final class ExtentFileTest {

  private static final int SIZE_WORD_OFFSET = 8;

  @TempDir
  Path folder;

  @Test
  void aFileWithACompleteHeaderIsTaken() throws IOException {
    Files.write(folder.resolve("file"), fileWith(1));

    assertThatCode(() -> ExtentFile.require(folder.resolve("file"), 1))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 0x8000_0001})
  void aFileWithoutACompleteHeaderIsRefusedAtOnce(int sizeWord) throws IOException {
    Files.write(folder.resolve("file"), fileWith(sizeWord));

    assertThatThrownBy(() -> ExtentFile.require(folder.resolve("file"), 1))
        .isInstanceOf(PageFilesChanged.class)
        .hasMessageContaining("no complete header");
  }

  @Test
  void aFileThatEndsWithinItsHeaderIsRefusedAtOnce() throws IOException {
    Files.write(folder.resolve("file"), new byte[SIZE_WORD_OFFSET + 1]);

    assertThatThrownBy(() -> ExtentFile.require(folder.resolve("file"), 1))
        .isInstanceOf(PageFilesChanged.class)
        .hasMessageContaining("no complete header");
  }

  private static byte[] fileWith(int sizeWord) {
    var file = ByteBuffer.allocate(4096).order(ByteOrder.nativeOrder());
    return file.putInt(SIZE_WORD_OFFSET, sizeWord).array();
  }

  @Test
  void aFileThatCannotHoldItsPagesIsRefused() throws IOException {
    Files.write(folder.resolve("file"), fileWith(1));

    assertThatCode(() -> ExtentFile.require(folder.resolve("file"), 4096))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> ExtentFile.require(folder.resolve("file"), 4097))
        .isInstanceOf(PageFilesChanged.class)
        .hasMessageContaining("too short");
    assertThatThrownBy(() -> ExtentFile.require(folder.resolve("other"), 1))
        .isInstanceOf(PageFilesChanged.class)
        .hasMessageContaining("missing");
  }
}

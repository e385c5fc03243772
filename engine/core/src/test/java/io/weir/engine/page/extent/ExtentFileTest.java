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
    var kept = kept(fileWith(1));

    assertThatCode(() -> ExtentFile.require(folder.resolve("file"), kept))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 0x8000_0001})
  void aFileWithoutACompleteHeaderIsRefusedAtOnce(int sizeWord) throws IOException {
    var kept = kept(fileWith(sizeWord));

    assertThatThrownBy(() -> ExtentFile.require(folder.resolve("file"), kept))
        .isInstanceOf(PageFilesChanged.class)
        .hasMessageContaining("no complete header");
  }

  @Test
  void aFileThatEndsWithinItsHeaderIsRefusedAtOnce() throws IOException {
    var kept = kept(new byte[SIZE_WORD_OFFSET + 1]);

    assertThatThrownBy(() -> ExtentFile.require(folder.resolve("file"), kept))
        .isInstanceOf(PageFilesChanged.class)
        .hasMessageContaining("no complete header");
  }

  private static byte[] fileWith(int sizeWord) {
    var file = ByteBuffer.allocate(4096).order(ByteOrder.nativeOrder());
    return file.putInt(SIZE_WORD_OFFSET, sizeWord).array();
  }

  private PersistedExtent kept(byte[] bytes) throws IOException {
    var file = Files.write(folder.resolve("file"), bytes);
    return ExtentFile.keep(file, 0, false, 1, 1);
  }
}

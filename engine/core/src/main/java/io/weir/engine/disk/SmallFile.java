package io.weir.engine.disk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * A file of a few lines that is only ever replaced as a whole. After a crash it holds either the
 * old text or the new one.
 *
 * <p>Its last line is a seal: {@code crc32c=} and eight hexadecimal digits, the CRC-32C of all
 * bytes before that line. The seal detects a byte changed by the disk or by an editor.
 *
 * <p>Runs on: one thread at a time that may block.
 */
public record SmallFile(Folder folder, String name) {
  private static final String DRAFT_SUFFIX = ".new";
  private static final String SEAL = "crc32c=";
  private static final int SEAL_BYTES = SEAL.length() + 8 + 1;
  private static final int MAX_BYTES = 1 << 20;

  /** Returns the name of the file that a crash during {@link #write} may leave. */
  public static String draftOf(String name) {
    return name + DRAFT_SUFFIX;
  }

  public boolean exists() throws IOException {
    return folder.exists(name);
  }

  /**
   * Returns the text.
   *
   * @throws FileDamaged if the file differs from the file that was written
   */
  public String read() throws IOException {
    ByteBuffer bytes = readAll();
    int sealAt = bytes.limit() - SEAL_BYTES;
    if (sealAt < 0) {
      throw new FileDamaged(folder.locate(name), 0, "noSeal");
    }
    ByteBuffer sealed = bytes.slice(0, sealAt);
    if (!UTF_8.encode(seal(sealed.duplicate())).equals(bytes.slice(sealAt, SEAL_BYTES))) {
      throw new FileDamaged(folder.locate(name), 0, "seal");
    }
    return UTF_8.decode(sealed).toString();
  }

  private ByteBuffer readAll() throws IOException {
    try (DiskFile file = folder.openToRead(name)) {
      if (file.size() > MAX_BYTES) {
        throw new FileDamaged(folder.locate(name), MAX_BYTES, "tooLong");
      }
      ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
      file.readFully(bytes, 0);
      return bytes.flip();
    }
  }

  /**
   * Replaces the file. The new text is durable when this method returns. A text of more than 1 MiB
   * fails, because it could not be read.
   */
  public void write(String text) throws IOException {
    if (text.length() > MAX_BYTES - SEAL_BYTES) {
      throw new IOException(
          "the text is too long file=" + folder.locate(name) + " characters=" + text.length());
    }
    String draft = draftOf(name);
    folder.delete(draft);
    try (DiskFile file = folder.create(draft)) {
      file.writeFully(UTF_8.encode(text + seal(UTF_8.encode(text))), 0);
      file.force();
    }
    folder.replace(draft, name);
    folder.force();
  }

  private static String seal(ByteBuffer sealed) {
    CRC32C crc = new CRC32C();
    crc.update(sealed);
    return SEAL + HexFormat.of().toHexDigits((int) crc.getValue()) + "\n";
  }
}

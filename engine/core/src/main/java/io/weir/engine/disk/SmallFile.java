package io.weir.engine.disk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A file of a few lines that is only ever replaced as a whole: after a crash it is the old one or
 * the new one.
 *
 * <p>Runs on: one thread at a time that may block.
 */
public record SmallFile(Folder folder, String name) {
  private static final String DRAFT_SUFFIX = ".new";

  /** Name of the file that a crash may leave behind in the middle of {@link #write}. */
  public static String draftOf(String name) {
    return name + DRAFT_SUFFIX;
  }

  public boolean exists() throws IOException {
    return folder.exists(name);
  }

  public String read() throws IOException {
    try (DiskFile file = folder.openToRead(name)) {
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(file.size()));
      file.readFully(bytes, 0);
      return UTF_8.decode(bytes.flip()).toString();
    }
  }

  /** Replaces the file; when this returns, that is durable. */
  public void write(String text) throws IOException {
    String draft = draftOf(name);
    folder.delete(draft);
    try (DiskFile file = folder.create(draft)) {
      file.writeFully(UTF_8.encode(text), 0);
      file.force();
    }
    folder.replace(draft, name);
    folder.force();
  }
}

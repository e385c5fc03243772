package io.weir.search;

import io.weir.search.index.IndexOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;

/**
 * A folder in which no file can be made while a switch is on, and which cannot be made itself, as
 * on a full disk.
 */
final class FailingDirectory extends FilterDirectory {

  private final AtomicBoolean isFull;

  private FailingDirectory(FSDirectory files, AtomicBoolean isFull) {
    super(files);
    this.isFull = isFull;
  }

  static IndexOptions options(AtomicBoolean isFull) {
    return new IndexOptions(folder -> open(folder, isFull), IndexOptions.DEFAULT.ramMib());
  }

  private static FailingDirectory open(Path folder, AtomicBoolean isFull) throws IOException {
    if (isFull.get() && Files.notExists(folder)) {
      throw noSpace(folder);
    }
    return new FailingDirectory(FSDirectory.open(folder), isFull);
  }

  private static IOException noSpace(Object place) {
    return new IOException(place + ": No space left on device");
  }

  @Override
  public IndexOutput createOutput(String name, IOContext context) throws IOException {
    requireRoom();
    return super.createOutput(name, context);
  }

  @Override
  public IndexOutput createTempOutput(String prefix, String suffix, IOContext context)
      throws IOException {
    requireRoom();
    return super.createTempOutput(prefix, suffix, context);
  }

  private void requireRoom() throws IOException {
    if (isFull.get()) {
      throw noSpace(in);
    }
  }
}

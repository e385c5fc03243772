package io.weir.search.index;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * The options of one index.
 *
 * @param opener opens the folder of an index; tests put a failing disk below it
 * @param ramMib memory of one index, in MiB, for changes that are not on the disk
 */
public record IndexOptions(Opener opener, double ramMib) {

  /** The file system, and 16 MiB. */
  public static final IndexOptions DEFAULT = new IndexOptions(FSDirectory::open, 16);

  /** See {@link IndexOptions}. */
  @FunctionalInterface
  public interface Opener {
    Directory open(Path folder) throws IOException;
  }
}

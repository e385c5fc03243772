package io.weir.engine.page;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the bytes of a page are not those that a checkpoint recorded.
 *
 * <p>The operation changes nothing. The page stays damaged until its shard is rebuilt, or the store
 * restored from a backup.
 */
public final class PageDamaged extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * @param fileOffset where the page begins in its file; negative if unknown
   * @param page number of the page in its file
   */
  public PageDamaged(@Nullable Path file, long fileOffset, long page) {
    super("A page has changed on the disk since it was written. file=" + file + " offset="
        + (fileOffset < 0 ? "unknown" : Long.toString(fileOffset)) + " page=" + page);
  }
}

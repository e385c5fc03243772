package io.weir.engine.page.extent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.openhft.chronicle.core.Jvm;

/**
 * Writes new pages to their files, each with one call of the system into its page cache. The
 * mapping shows what was written.
 *
 * <p>Any thread; each has a buffer of its own, which grows to the longest page that the thread has
 * written.
 *
 * <p><em>deliberate:</em> does not store to the mapped memory. The first store to each page of
 * memory is a fault: after the file was mapped, and again after each force, because the system
 * protects what it writes out. Such a fault takes longer than the call for a whole leaf page,
 * reserves and dirties more of the file than was changed, and reads what the disk has there if the
 * memory does not have it. A loop waits for neither: the call reads nothing, because it replaces
 * whole blocks, and the disk has allocated them.
 */
final class PageFiling {

  private static final int LEAST_BYTES = 8 << 10;

  private static final ThreadLocal<PageFiling> OF_THREAD = ThreadLocal.withInitial(PageFiling::new);

  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private long memory;

  private PageFiling() {}

  /**
   * Returns where this thread writes its next page before it is filed.
   *
   * @param placeBytes the length of the place of the page
   */
  static long memory(int placeBytes) {
    var filing = OF_THREAD.get();
    filing.grow(placeBytes);
    return filing.memory;
  }

  private void grow(int bytes) {
    if (buffer.capacity() < bytes) {
      int capacity = Math.max(LEAST_BYTES, Integer.highestOneBit(2 * bytes - 1));
      buffer = ByteBuffer.allocateDirect(capacity).order(ByteOrder.nativeOrder());
      memory = Jvm.address(buffer);
    }
  }

  /**
   * Writes the page that this thread has written to {@link #memory} to its place.
   *
   * @throws UncheckedIOException if the file could not take it
   */
  static void write(PlacedFile file, long offset, int placeBytes) {
    try {
      file.write(offset, OF_THREAD.get().buffer.clear().limit(placeBytes));
    } catch (IOException e) {
      throw new UncheckedIOException("a page could not be written", e);
    }
  }
}

package io.weir.engine.page.extent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.openhft.chronicle.core.Jvm;
import org.jspecify.annotations.Nullable;

/**
 * Writes leaf pages to their files, each with one call of the system, while the owner of a store may block.
 *
 * <p>Runs on: the store's owner.
 *
 * <p>A store to mapped memory costs a page fault for each page of memory that it touches first, and such a fault reads what the file has there, although the new page
 * replaces all of it. A shard that is being filled writes tens of thousands of pages. On a virtual machine of two processors these faults took more than half of the time
 * of a replay. The mapping shows what was written, because both are the system's page cache.
 */
final class PageFiling {

  private final ByteBuffer buffer;
  private final long memory;

  /** @param placeBytes the length of the place of a page */
  PageFiling(int placeBytes) {
    buffer = ByteBuffer.allocateDirect(placeBytes).order(ByteOrder.nativeOrder());
    memory = Jvm.address(buffer);
  }

  /** Returns where the next page is written before it is filed. */
  long memory() {
    return memory;
  }

  /** Writes the page to its place. */
  void write(long id, @Nullable Extent extent) {
    if (extent == null) {
      throw new IllegalArgumentException("no extent holds this page id=" + id);
    }
    try {
      extent.write(id, buffer.clear());
    } catch (IOException e) {
      throw new UncheckedIOException("a page could not be written", e);
    }
  }
}

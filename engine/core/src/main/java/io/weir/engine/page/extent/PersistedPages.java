package io.weir.engine.page.extent;

import io.weir.engine.page.FirstUse;
import io.weir.engine.page.PageStoreListener;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The pages that a checkpoint has recorded. Each is compared with its checksum before its first
 * use, and before its next use after it was cold.
 *
 * <p>{@link #verify}: any thread that keeps the page. A store has one instance for its whole life.
 */
final class PersistedPages implements FirstUse {

  /** Finds the extent of a page. Written before the tree that reaches the pages is published. */
  private volatile LongFunction<@Nullable Extent> extents = id -> null;

  private volatile @Nullable PageStoreListener listener;

  /** Begins before any thread can read a page. */
  void begin(LongFunction<@Nullable Extent> extentOf, PageStoreListener pageListener) {
    extents = extentOf;
    listener = pageListener;
  }

  @Override
  public void verify(long id, long address) {
    var extent = extents.apply(id);
    if (extent == null || extent.isSound(id, address)) {
      return;
    }
    var damage = extent.damaged(id);
    var current = listener;
    if (current != null) {
      current.damaged(damage);
    }
    throw damage;
  }
}

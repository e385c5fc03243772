package io.weir.engine.page.extent;

import java.io.IOException;
import java.util.BitSet;

/**
 * An extent whose pages are being found again.
 *
 * <p>Runs on: the thread of its {@link PageReopening}.
 */
final class ReopenedExtent {

  private final ExtentKind kind;
  private final Extent extent;

  /** Units of the claimed pages. */
  private final BitSet claimed = new BitSet();

  private ReopenedExtent(ExtentKind kind, Extent extent) {
    this.kind = kind;
    this.extent = extent;
  }

  static ReopenedExtent open(PersistedExtent kept, PageStoreOptions options) throws IOException {
    ExtentKind kind = ExtentKind.of(kept.large(), options.pageBytes());
    return new ReopenedExtent(kind, Extent.reopen(kind, kept, options.directory()));
  }

  Extent extent() {
    return extent;
  }

  /** Takes a page into use again and returns its address. */
  long claim(PersistedPage page) throws PageFilesChanged {
    int unit = Extent.unitOf(page.id());
    int end = unit + kind.units(page.lengthBytes());
    if (page.lengthBytes() < 1 || end < unit || end > extent.reserved()) {
      throw changed("a page lies outside the file page=" + page.id());
    }
    int next = claimed.nextSetBit(unit);
    if (next >= 0 && next < end) {
      throw changed("a place is claimed twice page=" + page.id());
    }
    claimed.set(unit, end);
    extent.claim(page);
    return extent.file().address(unit);
  }

  /** Makes the unclaimed units available for new pages. */
  void finish() {
    for (int unit = extent.isLarge() ? -1 : extent.reserved() - 1; unit >= 0; unit--) {
      if (!claimed.get(unit)) {
        extent.addFrame(unit);
      }
    }
  }

  private PageFilesChanged changed(String what) {
    return new PageFilesChanged(what + " file=" + extent.file().path());
  }
}

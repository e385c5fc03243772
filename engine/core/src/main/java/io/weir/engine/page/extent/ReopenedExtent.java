package io.weir.engine.page.extent;

import io.weir.engine.page.LeafPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;

/**
 * An extent whose pages are being found again.
 *
 * <p>Runs on: the thread of its {@link PageReopening}.
 */
final class ReopenedExtent {

  private final Extent extent;
  private final Path file;

  /** Keys of the claimed frames; not used for large pages. */
  private final BitSet claimed = new BitSet();

  private long claims;

  private ReopenedExtent(Extent extent, Path file) {
    this.extent = extent;
    this.file = file;
  }

  static ReopenedExtent open(PersistedExtent kept, PageStoreOptions options) throws IOException {
    ExtentKind kind = kept.large() ? ExtentKind.large() : ExtentKind.leaf(options.pageBytes());
    return new ReopenedExtent(
        Extent.reopen(kind, kept, options.directory()),
        options.directory().resolve(kept.fileName()));
  }

  Extent extent() {
    return extent;
  }

  /** Takes a page into use again and returns its address. */
  long claim(PersistedPage page) throws PageFilesChanged {
    long key = Extent.keyOf(page.id());
    long address = extent.find(key, page.lengthBytes());
    if (address == 0) {
      throw changed("a page is missing page=" + page.id());
    }
    if (!LeafPage.isPage(address, page.lengthBytes(), page.entries())) {
      throw changed("a page has changed page=" + page.id());
    }
    if (!extent.isLarge()) {
      if (claimed.get((int) key)) {
        throw changed("a page is claimed twice page=" + page.id());
      }
      claimed.set((int) key);
    }
    claims++;
    extent.use(page.lengthBytes());
    return address;
  }

  /** Makes the unclaimed frames available for new pages. Fails if there are other entries. */
  void finish() throws PageFilesChanged {
    long expected = extent.isLarge() ? claims : extent.entriesMade();
    if (extent.entries() != expected) {
      throw changed("pages are missing found=" + extent.entries() + " expected=" + expected);
    }
    for (long key = extent.isLarge() ? -1 : expected - 1; key >= 0; key--) {
      if (!claimed.get((int) key)) {
        long address = extent.find(key, 0);
        if (address == 0) {
          throw changed("a frame is missing key=" + key);
        }
        extent.addFrame(key, address);
      }
    }
  }

  private PageFilesChanged changed(String what) {
    return new PageFilesChanged(what + " file=" + file);
  }
}

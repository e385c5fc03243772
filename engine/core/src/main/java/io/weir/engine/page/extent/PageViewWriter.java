package io.weir.engine.page.extent;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.hash.serialization.SizedWriter;
import net.openhft.chronicle.wire.WireIn;
import net.openhft.chronicle.wire.WireOut;

/**
 * "Writes" a page into a map by noting where the map would have it.
 *
 * <p>Runs on: the owner of its map; stateless.
 *
 * <p><em>deliberate:</em> writes no bytes. The map calls this with the memory of the very entry, so
 * its address is taken here, and the page is written there afterwards by whoever asked for it. That
 * saves a copy of the page and a second look-up. The map must keep no checksum of its entries,
 * because it would be of bytes that are not there yet.
 *
 * <p>The map describes itself, its writer included, in the header of a new file, and touches mapped
 * memory only after that. This is the one place where the store can reserve what the map will touch.
 */
final class PageViewWriter implements SizedWriter<PageView> {

  /** Run each time that the map describes itself; a new file is mapped after that. */
  private final transient Runnable whenDescribed;

  /** For a map that is opened again, which makes its own. */
  PageViewWriter() {
    this(() -> {});
  }

  PageViewWriter(Runnable whenDescribed) {
    this.whenDescribed = whenDescribed;
  }

  @Override
  public long size(PageView page) {
    return page.lengthBytes;
  }

  @Override
  public void write(Bytes<?> out, long size, PageView page) {
    page.address = out.addressForWrite(out.writePosition());
    out.writeSkip(size);
  }

  @Override
  public void readMarshallable(WireIn wire) {}

  @Override
  public void writeMarshallable(WireOut wire) {
    whenDescribed.run();
  }
}
